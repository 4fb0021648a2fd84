import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../../../core/errors.ts";
import type { ReadOptions } from "../statement.ts";
import { readCsvStatement } from "./read-statement-csv.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

function read(lines: readonly string[] | string, options: Partial<ReadOptions> = {}) {
  const text = typeof lines === "string" ? lines : lines.join("\n");
  return readCsvStatement(text, { ...OPTIONS, ...options });
}

function rowsOf(lines: readonly string[] | string, options: Partial<ReadOptions> = {}) {
  const file = read(lines, options);
  assert.deepEqual([file.questions, file.errors], [[], []]);
  return file.statements.flatMap(({ rows }) => rows);
}

/** Day and minor units of each row. */
function booked(lines: readonly string[] | string, options: Partial<ReadOptions> = {}) {
  return rowsOf(lines, options).map(({ date, minor }) => [date, minor]);
}

function refusal(text: string): string {
  try {
    readCsvStatement(text, OPTIONS);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
  return assert.fail("the file was read");
}

test("titles in thirteen languages are known", () => {
  for (const titles of [
    "Booking date;Value date;Payee;Description;Amount;Balance",
    "Buchungstag;Wertstellung;Empfänger;Verwendungszweck;Betrag (EUR);Saldo",
    "Date d'opération;Date de valeur;Nom;Libellé;Montant;Solde",
    "Fecha operación;Fecha valor;Beneficiario;Concepto;Importe;Saldo",
    "Data contabile;Data valuta;Controparte;Causale;Importo;Saldo contabile",
    "Data do lançamento;Data valor;Beneficiário;Descrição;Montante;Saldo",
    "Boekdatum;Rentedatum;Naam tegenpartij;Omschrijving;Bedrag;Saldo na mutatie",
    "Bogføringsdato;Rentedato;Modtager;Tekst;Beløb;Saldo",
    "Bokföringsdag;Valutadag;Mottagare;Meddelande;Belopp;Saldo",
    "Bokføringsdato;Valutadato;Mottaker;Beskrivelse;Beløp;Saldo",
    "Kirjauspäivä;Arvopäivä;Saaja/Maksaja;Viesti;Määrä;Tilin saldo",
    "Data operacji;Data waluty;Odbiorca;Tytuł;Kwota;Saldo po operacji",
    "Datum zaúčtování;Datum valuty;Název protiúčtu;Popis;Částka;Zůstatek",
  ]) {
    const { columns } = read([titles, "03.02.2024;04.02.2024;Anna Adler;Rent;-12,50;87,50"]);
    const roles = columns?.map(({ role }) => role);
    const wanted = ["date", "valueDate", "name", "description", "amount", "balance"];
    assert.deepEqual(roles, wanted, titles);
  }
});

test("a table begins below lines about the account, whose number, currency and balance are read", () => {
  const file = read([
    "Kontoauszug;;;",
    "Kontonummer:;DE02 1203 0000 0000 2020 51;;",
    "Währung:;EUR;;",
    "Kontostand vom 05.02.2024:;1.087,50 EUR;;",
    "",
    "Buchungstag;Empfänger;Verwendungszweck;Betrag",
    "03.02.2024;Anna Adler;Miete;-1.012,50",
    "04.02.2024;Bert Beck;Rechnung 7;2.000,00",
  ]);
  const [statement] = file.statements;
  assert.deepEqual(
    [statement?.accountNumber, statement?.currency, statement?.closing],
    ["DE02120300000000202051", "EUR", { minor: 108_750, day: "2024-02-05", kind: "intraday" }],
  );
  assert.deepEqual(
    statement?.rows.map(({ line, minor, name, description }) => [line, minor, name, description]),
    [
      [7, -101_250, "Anna Adler", "Miete"],
      [8, 200_000, "Bert Beck", "Rechnung 7"],
    ],
  );
});

test("columns without titles are known by their cells", () => {
  const { columns } = read([
    '20240203,Anna Adler,NL91ABNA0417164300,IC,Af,"12,50",Rent of May',
    '20240204,Bert Beck,NL91ABNA0417164300,GT,Bij,"100,00",Invoice seven',
  ]);
  assert.deepEqual(
    columns?.map(({ role }) => role),
    ["date", "name", "ignored", "ignored", "direction", "amount", "description"],
  );
  const rows = [
    "2024-02-03,Anna,-1.5,98.5",
    "2024-02-04,Bert,2.00,100.5",
    "2024-02-05,Cleo,-0.5,100.00",
    "2024-02-06,Dora,4.00,104.00",
  ];
  assert.deepEqual(booked(rows), [
    ["2024-02-03", -150],
    ["2024-02-04", 200],
    ["2024-02-05", -50],
    ["2024-02-06", 400],
  ]);
  const asked = read(rows.slice(0, 3));
  assert.deepEqual(
    asked.questions.map(({ id, choices }) => [id, choices.map(({ value }) => value)]),
    [["amount-column", ["3", "4"]]],
  );
});

test("days are read in the one order that fits all rows of a column", () => {
  for (const [texts, days] of [
    [
      ["03/02/2024", "13/02/2024"],
      ["2024-02-03", "2024-02-13"],
    ],
    [
      ["02/03/2024", "02/13/2024"],
      ["2024-02-03", "2024-02-13"],
    ],
    [
      ["03/02/24", "13/02/24"],
      ["2024-02-03", "2024-02-13"],
    ],
    [
      ["2019.04.19.", "2019.04.20."],
      ["2019-04-19", "2019-04-20"],
    ],
    [
      ["10-Nov-9", "11-Nov-9"],
      ["2009-11-10", "2009-11-11"],
    ],
    [
      ["3 déc. 2023", "4 janv. 2024"],
      ["2023-12-03", "2024-01-04"],
    ],
    [
      ["20091224120000[0:GMT]", "20091225120000[0:GMT]"],
      ["2009-12-24", "2009-12-25"],
    ],
    [
      ["2024-02-03T23:59:00Z", "2024-02-04 00:01"],
      ["2024-02-03", "2024-02-04"],
    ],
    [
      ["1.2.98", "2.2.98"],
      ["1998-02-01", "1998-02-02"],
    ],
    [
      ["05/04/2024", "06/04/2024", "07/04/2024", "01/05/2024"],
      ["2024-04-05", "2024-04-06", "2024-04-07", "2024-05-01"],
    ],
  ] as const) {
    const lines = ["date;payee;amount", ...texts.map((text) => `${text};Anna;-1.50`)];
    assert.deepEqual(
      rowsOf(lines).map(({ date }) => date),
      days,
    );
  }
});

test("where days can be read in two orders, the order is asked for with both readings", () => {
  const lines = ["date,payee,amount", "03/02/2024,Anna,-1.50", "01/05/2024,Bert,-2.50"];
  const [question, ...others] = read(lines).questions;
  assert.deepEqual(
    [question?.id, question?.choices, others],
    [
      "date-order",
      [
        { value: "dmy", label: "Day first: 3 February 2024" },
        { value: "mdy", label: "Month first: 2 March 2024" },
      ],
      [],
    ],
  );
  const days = rowsOf(lines, { answers: { "date-order": "mdy" } }).map(({ date }) => date);
  assert.deepEqual(days.toSorted(), ["2024-01-05", "2024-03-02"]);
});

test("a day that does not exist is an error of its row alone", () => {
  const file = read(["date;payee;amount", "31.02.2024;Anna;-1,50", "28.02.2024;Bert;-2,50"]);
  assert.deepEqual(
    file.errors.map(({ line, column, text }) => [line, column, text]),
    [[2, "date", "31.02.2024"]],
  );
  assert.equal(file.statements[0]?.rows.length, 1);
});

test("amounts are read as banks write them", () => {
  for (const [text, minor] of [
    ["1 000,00", 100_000],
    ["1\u00a0000,00", 100_000],
    ["1\u202f000,00", 100_000],
    ["1'000.00", 100_000],
    ["1’000.00", 100_000],
    ["(5.00)", -500],
    ["5.00-", -500],
    ["−5,00", -500],
    ["+5.00", 500],
    ["-.5", -50],
    ["5,-", 500],
    ["EUR 5.00", 500],
    ["-5,00 €", -500],
    ["€-5.00", -500],
    ["1.234.567,89", 123_456_789],
    ["1,23,456.00", 12_345_600],
    ["-3.77000", -377],
    ["-110.7", -11_070],
    ["£1,100.00 CR", 110_000],
    ["1,100.00DR", -110_000],
  ] as const) {
    const lines = ["date;payee;amount", `2024-02-03;Anna;${text}`];
    assert.deepEqual(booked(lines), [["2024-02-03", minor]], text);
  }
});

test("other rows of a column tell which mark is the decimal one", () => {
  assert.deepEqual(
    booked(["date;payee;amount", "2024-02-03;Anna;-1.000", "2024-02-04;Bert;-236,48"]),
    [
      ["2024-02-03", -100_000],
      ["2024-02-04", -23_648],
    ],
  );
  assert.deepEqual(booked(["date;payee;amount", "2024-02-03;Anna;-1,000"], { currency: "JPY" }), [
    ["2024-02-03", -1000],
  ]);
  const lines = [
    "date;payee;amount;balance",
    "2024-02-03;Anna;-1.000;9.000",
    "2024-02-04;Bert;-200;8.800",
    "2024-02-05;Cleo;-300;8.500",
    "2024-02-06;Dora;-500;8.000",
  ];
  assert.deepEqual(
    read(lines).questions.map(({ id }) => id),
    [],
  );
});

test("where nothing tells the decimal mark, it is asked for", () => {
  const lines = ["date;payee;amount", "2024-02-03;Anna;-1.000", "2024-02-04;Bert;-2.500"];
  const [question] = read(lines).questions;
  assert.equal(question?.id, "decimal-mark");
  assert.deepEqual(
    question?.choices.map(({ value, label }) => [value, label]),
    [
      [",", "1000 without decimals"],
      [".", "1.000 with decimals"],
    ],
  );
  for (const [mark, minor] of [
    [",", -100_000],
    [".", -100],
  ] as const)
    assert.equal(rowsOf(lines, { answers: { "decimal-mark": mark } })[0]?.minor, minor);
});

test("amounts with more decimals than the currency has are errors", () => {
  const { errors, statements } = read([
    "date;payee;amount",
    "2024-02-03;Anna;115.8331",
    "2024-02-03;Bert;0.00",
  ]);
  assert.deepEqual([errors[0]?.line, errors[0]?.why], [2, "EUR has 2 decimals."]);
  assert.match(statements[0]?.infos[0]?.text ?? "", /^The amount is zero/);
});

test("columns of money in and out decide, whatever the sign in them", () => {
  const lines = [
    "Datum;Name;Soll;Haben",
    "03.02.2024;Anna;-1,50;",
    "04.02.2024;Bert;2,50;0,00",
    "05.02.2024;Cleo;;3,50",
  ];
  assert.deepEqual(
    booked(lines).map(([, minor]) => minor),
    [-150, -250, 350],
  );
  assert.deepEqual(read(lines).notices, [
    "Soll has amounts with a minus and without: all were taken as money out.",
  ]);
  const both = read(["Datum;Name;Soll;Haben", "03.02.2024;Anna;1,00;2,00"]);
  assert.equal(both.errors.length, 1);
});

test("an unusual sign in a column of money out or in is money back", () => {
  const amounts = booked([
    "Date;Description;Debit;Credit",
    "2026-10-05;Shop;-12.50;",
    "2026-10-06;Bakery;-2.50;0.00",
    "2026-10-07;Shop, money back;12.50;",
    "2026-10-08;Acme;;20.00",
    "2026-10-09;Bolt;0.00;30.00",
    "2026-10-10;Acme, charged back;;-20.00",
  ]).map(([, minor]) => minor);
  assert.deepEqual(amounts, [-1250, -250, 1250, 2000, 3000, -2000]);
});

test("an amount that differs from the money out or in of its row is an error", () => {
  const { errors } = read([
    "Date;Description;Amount;Debit;Credit",
    "2026-10-05;Shop;-10.00;9.20;",
    "2026-10-06;Bakery;-2.50;2.50;",
    "2026-10-07;Acme;-30.00;;30.00",
    "2026-10-08;Bolt;30.00;0.00;30.00",
  ]);
  assert.deepEqual(
    errors.map(({ line, column }) => [line, column]),
    [
      [2, "Amount"],
      [4, "Amount"],
    ],
  );
});

test("words give the sign to numbers without one, and turn numbers that most of them deny", () => {
  const amounts = (lines: readonly string[]) =>
    booked(["date;payee;D/C;amount", ...lines]).map(([, minor]) => minor);
  assert.deepEqual(amounts(["2024-02-03;Anna;D;1.50", "2024-02-04;Bert;C;2.50"]), [-150, 250]);
  assert.deepEqual(
    amounts([
      "2024-02-03;Anna;Debit;1.50",
      "2024-02-04;Bert;Debit;2.50",
      "2024-02-05;Cleo;Credit;-9.00",
    ]),
    [-150, -250, 900],
  );
  assert.deepEqual(amounts(["2024-02-03;Anna;;1.50", "2024-02-04;Bert;CR;2.50"]), [-150, 250]);
  const file = read([
    "date;payee;D/C;amount",
    "2024-02-03;Anna;D;-1.50",
    "2024-02-04;Bert;C;2.50",
    "2024-02-05;Cleo;C;-3.50",
  ]);
  assert.deepEqual(file.notices, [
    "Line 4 says C, but by its amount the money went out. The amount counts.",
  ]);
  assert.equal(file.statements[0]?.rows[2]?.minor, -350);
});

test("positive amounts of a card are asked about", () => {
  const lines = [
    "date;payee;amount",
    "2024-02-03;Anna;1.50",
    "2024-02-04;Bert;2.50",
    "2024-02-05;Payment;-4.00",
  ];
  assert.deepEqual(booked(lines).length, 3);
  const card = { isCard: true };
  assert.deepEqual(
    read(lines, card).questions.map(({ id }) => id),
    ["purchases"],
  );
  const amounts = (answer: string) =>
    booked(lines, { ...card, answers: { purchases: answer } }).map(([, minor]) => minor);
  assert.deepEqual(amounts("out"), [-150, -250, 400]);
  assert.deepEqual(amounts("in"), [150, 250, -400]);
});

const BALANCE = "date;payee;amount;balance";

test("three links of a running balance prove order and amounts, and state the balances", () => {
  const [falling] = read([
    BALANCE,
    "2024-02-05;Dora;4.00;98.00",
    "2024-02-05;Cleo;-3.00;94.00",
    "2024-02-04;Bert;-2.00;97.00",
    "2024-02-04;Anna;-1.00;99.00",
  ]).statements;
  assert.deepEqual(
    falling?.rows.map(({ name }) => name),
    ["Anna", "Bert", "Cleo", "Dora"],
  );
  assert.deepEqual(
    [falling?.opening?.minor, falling?.closing],
    [10_000, { minor: 9800, day: "2024-02-05", kind: "intraday" }],
  );
});

test("fewer links prove nothing: the last balance is stated, and amounts keep their signs", () => {
  const [statement] = read([
    BALANCE,
    "2024-02-03;Anna;1.00;99.00",
    "2024-02-04;Bert;2.00;101.00",
  ]).statements;
  assert.deepEqual(
    statement?.rows.map(({ minor }) => minor),
    [100, 200],
  );
  assert.deepEqual([statement?.opening, statement?.closing?.minor], [null, 10_100]);
});

test("a balance turns amounts without signs, and never signs or words that are written", () => {
  const balances = ["99.00", "97.00", "94.00", "90.00"];
  const lines = (title: string, cells: readonly string[]) => [
    title,
    ...balances.map((balance, index) => `2024-02-0${index + 3};Anna;${cells[index]};${balance}`),
  ];
  const minors = (lines: readonly string[]) => rowsOf(lines).map(({ minor }) => minor);
  assert.deepEqual(
    minors(lines(BALANCE, ["1.00", "2.00", "3.00", "4.00"])),
    [-100, -200, -300, -400],
  );
  const written = ["+1.00", "+2.00", "+3.00", "+4.00"];
  assert.deepEqual(minors(lines(BALANCE, written)), [100, 200, 300, 400]);
  const words = ["1.00;CR", "2.00;CR", "3.00;CR", "4.00;CR"];
  assert.deepEqual(minors(lines("date;payee;amount;cr/dr;balance", words)), [100, 200, 300, 400]);
});

test("a balance with gaps names each by its days, and is not said to prove the file", () => {
  const lines = Array.from({ length: 12 }, (_, index) => {
    const balance = 100 - index - (index > 5 ? 20 : 0);
    return `2024-02-${String(index + 3).padStart(2, "0")};Anna;-1.00;${balance}.00`;
  });
  const file = read([BALANCE, ...lines]);
  assert.deepEqual(file.notices, [
    "Between 2024-02-08 (line 7) and 2024-02-09 (line 8) the balance changes by -20.00 EUR more than the rows say.",
  ]);
  const [statement] = file.statements;
  assert.deepEqual([statement?.opening?.minor, statement?.closing?.minor], [10_100, 6900]);
  const gap = { from: "2024-02-08", to: "2024-02-09", minor: -2000 };
  assert.deepEqual(statement?.gaps, [gap]);
});

test("balances of a search that was saved do not follow from its rows, and none is taken", () => {
  const file = read([BALANCE, "2024-02-03;Anna;-1.00;99.00", "2024-02-24;Anna;-1.00;41.00"]);
  const [statement] = file.statements;
  assert.deepEqual([statement?.opening, statement?.closing], [null, null]);
  assert.match(file.notices[0] ?? "", /^0 of 1 balances follow from the rows, so none was taken/);
});

test("two columns of which each row fills one are money out and money in, known by either title", () => {
  for (const [out, into] of [
    ["Soll", "Haben"],
    ["Debit", "Column B"],
    ["Column A", "Credit"],
    ["Money out", ""],
    ["Belastung in CHF", "Gutschrift in CHF"],
    ["Withdrawals ($)", "Deposits ($)"],
  ] as const) {
    const lines = [
      `date;payee;${out};${into}`,
      "2024-02-03;Anna;1.00;",
      "2024-02-04;Bert;;2.00",
      "2024-02-05;Cleo;3.00;",
    ];
    assert.deepEqual(
      booked(lines).map(([, minor]) => minor),
      [-100, 200, -300],
      lines[0],
    );
  }
});

test("two columns without titles ask which is money out, unless the balance proves it", () => {
  const lines = ["2024-02-03;Anna;1.00;", "2024-02-04;Bert;;2.00", "2024-02-05;Cleo;3.00;"];
  const [question] = read(lines).questions;
  assert.deepEqual(
    [question?.id, question?.choices.map(({ value }) => value)],
    ["money-out-column", ["3", "4"]],
  );
  for (const [column, minors] of [
    ["3", [-100, 200, -300]],
    ["4", [100, -200, 300]],
  ] as const)
    assert.deepEqual(
      booked(lines, { answers: { "money-out-column": column } }).map(([, minor]) => minor),
      minors,
    );
  const balances = ["101.00", "99.00", "102.00", "106.00"];
  const proven = [...lines, "2024-02-06;Dora;4.00;"].map(
    (line, index) => `${line};${balances[index]}`,
  );
  assert.deepEqual(
    booked(proven).map(([, minor]) => minor),
    [100, -200, 300, 400],
  );
});

test("several amounts ask which was booked; an amount of tax, of a fee or in another currency is none", () => {
  const lines = [
    "date;payee;amount one;amount two",
    "2024-02-03;Anna;-1.00;-1.20",
    "2024-02-04;Bert;-2.00;-2.40",
  ];
  const [question] = read(lines).questions;
  assert.deepEqual(
    question?.choices.map(({ label }) => label),
    ["amount one: -1.00, -2.00", "amount two: -1.20, -2.40"],
  );
  for (const title of [
    "VAT amount",
    "Fee amount",
    "Original amount",
    "Orig amount",
    "Amount (Foreign Currency)",
    "Ursprungsbetrag",
    "Exchange rate",
    "Local amount",
  ])
    assert.deepEqual(
      booked([`date;payee;${title};amount`, ...lines.slice(1)], {
        answers: { fees: "within" },
      }).map(([, minor]) => minor),
      [-120, -240],
      title,
    );
});

test("a fee comes on top or is within the amount as the balance proves, and is asked about without", () => {
  const payments = [
    ["-12.50", "0.50"],
    ["-20.00", "0.00"],
    ["100.00", "1.00"],
    ["10.00", ""],
  ] as const;
  const lines = (balances: readonly string[]) => [
    `date;payee;amount;fee${balances.length > 0 ? ";balance" : ""}`,
    ...payments.map((cells, index) =>
      [`2024-02-0${index + 3}`, "Anna", ...cells, ...balances.slice(index, index + 1)].join(";"),
    ),
  ];
  const minors = (balances: readonly string[], options: Partial<ReadOptions> = {}) =>
    rowsOf(lines(balances), options).map(({ minor, details }) => [
      minor,
      ...details.map((part) => part.minor),
    ]);
  const onTop = [[-1300, -1250, -50], [-2000], [9900, 10_000, -100], [1000]];
  const within = [[-1250], [-2000], [10_000], [1000]];
  assert.deepEqual(minors(["87.00", "67.00", "166.00", "176.00"]), onTop);
  assert.deepEqual(minors(["87.50", "67.50", "167.50", "177.50"]), within);
  const [question] = read(lines([])).questions;
  assert.equal(
    question?.text,
    "Line 2 has an amount of -12.50 EUR and a fee of 0.50 EUR. Which amount was booked on the account?",
  );
  assert.deepEqual(minors([], { answers: { fees: "on-top" } }), onTop);
  assert.deepEqual(minors([], { answers: { fees: "within" } }), within);
});

test("amounts of one day without signs ask, since balances before each row read like those behind it", () => {
  const amounts = ["10.00", "20.00", "30.00", "40.00"];
  const before = ["100.00", "90.00", "70.00", "40.00"];
  const lines = amounts.map((amount, index) => `2024-02-03;Anna;${amount};${before[index]}`);
  const { questions } = read([BALANCE, ...lines]);
  assert.deepEqual(
    questions.map(({ id }) => id),
    ["purchases"],
  );
  const out = rowsOf([BALANCE, ...lines], { answers: { purchases: "out" } });
  assert.deepEqual(
    out.map(({ minor }) => minor),
    [-1000, -2000, -3000, -4000],
  );
  const sides = ["10.00;;100.00", ";20.00;90.00", ";30.00;110.00", "40.00;;140.00"];
  assert.deepEqual(
    read(sides.map((cells) => `2024-02-03;Anna;${cells}`)).questions.map(({ id }) => id),
    ["money-out-column"],
  );
});

test("amounts with letters for Soll and Haben, and with signs of currencies, are read or are errors", () => {
  const title = "date;payee;amount";
  const minors = (cells: readonly string[], currency: string) => {
    const lines = cells.map((cell, index) => `2024-02-${index + 13};Anna;${cell}`);
    const { questions, errors, statements } = read([title, ...lines], { currency });
    assert.deepEqual([questions, errors], [[], []], cells.join(" "));
    return statements.flatMap(({ rows }) => rows.map(({ minor }) => minor));
  };
  const letters = [
    "12,50 S",
    "12,50S",
    "12,50 H",
    "12,50-",
    "12,50 D",
    "12,50 C",
    "12,50 CR",
    "DR 12,50",
  ];
  assert.deepEqual(minors(letters, "EUR").map(Math.sign), [-1, -1, 1, -1, -1, 1, 1, -1]);
  const dollars = ["$12.50", "-$12.50", "($12.50)", "US$ 12.50", "-US$12.50", "$-12.50", "12.50 $"];
  assert.deepEqual(minors(dollars, "USD"), [1250, -1250, -1250, 1250, -1250, -1250, 1250]);
  assert.deepEqual(minors(["$12.50", "-A$2.50"], "AUD"), [1250, -250]);
  assert.deepEqual(minors(["12,50 €", "-€2,50"], "EUR"), [1250, -250]);
  const file = (cells: readonly string[], titles = title) =>
    read([titles, ...cells.map((cell, index) => `2024-02-${index + 13};Anna;${cell}`)]);
  assert.equal(file(["$12.50", "-$2.50"]).statements[0]?.currency, "USD");
  assert.deepEqual(
    file(["12.50", "-2.50", "$-2.50", "-3.00 CR"]).errors.map(({ line }) => line),
    [4, 5],
  );
  const named = file(["$12.50;EUR", "-2.50;EUR"], `${title};currency`);
  assert.deepEqual(
    named.errors.map(({ line, why }) => [line, why]),
    [[2, "The amount is in USD, and its row says EUR."]],
  );
  // Letters behind whole numbers are ids.
  assert.equal(file(["1234D;1.00", "1235D;-2.00"], "date;payee;code;amount").errors.length, 0);
});

test("a number of an account is read without the quotes of a spreadsheet", () => {
  for (const number of ["'123456789", '"\'123456789"', "123456789'"]) {
    const file = read(["account,date,payee,amount", `${number},2024-02-13,Anna,'-1.50`]);
    assert.deepEqual(
      [file.statements[0]?.accountNumber, file.statements[0]?.rows[0]?.minor, file.errors],
      ["123456789", -150, []],
    );
  }
  const [row] = rowsOf([
    "date;payee;counterparty account;amount",
    "2024-02-13;Anna;'4455667;-1.00",
  ]);
  assert.equal(row?.counterpartyNumber, "4455667");
});

test("a line that sums up the others is left out with its reason, or asked about", () => {
  const rows = ["2024-02-13;Anna;-60.00", "2024-02-14;Bert;-40.00", "2024-02-15;Cleo;50.00"];
  const told = (line: string) => {
    const { statements, errors, questions } = read(["date;payee;amount", line, ...rows]);
    assert.deepEqual(errors, []);
    const [statement] = statements;
    return [statement?.rows.length, statement?.infos[0]?.text ?? null, questions[0]?.id ?? null];
  };
  const sum = "The sum of the rows: 2024-02-15, Statement totals, -50.00";
  assert.deepEqual(told("2024-02-15;Statement totals;-50.00"), [3, sum, null]);
  assert.deepEqual(told(";Statement totals;-50.00"), [
    3,
    "The sums of the rows: Statement totals, -50.00",
    null,
  ]);
  assert.deepEqual(told("2024-02-15;;-50.00"), [4, null, "sum-row"]);
  assert.deepEqual(told("2024-02-15;Kontoauszug 2;-50.00"), [4, null, "sum-row"]);
  for (const line of ["2024-02-15;Statement totals;-51.00", "2024-02-15;Dora;-50.00"])
    assert.deepEqual(told(line), [4, null, null]);
  const asked = ["date;payee;amount", "2024-02-15;;-50.00", ...rows];
  assert.equal(rowsOf(asked, { answers: { "sum-row": "payment" } }).length, 4);
  assert.equal(rowsOf(asked, { answers: { "sum-row": "sum" } }).length, 3);
  const sides = ["2024-02-13;Anna;60.00;", "2024-02-14;Bert;40.00;", "2024-02-15;Cleo;;50.00"];
  const file = read(["date;payee;debit;credit", "2024-02-15;;100.00;50.00", ...sides]);
  assert.deepEqual([file.errors, file.statements[0]?.infos.length], [[], 1]);
  const above = read(["Turnover;;100.00;50.00", "date;payee;debit;credit", ...sides]);
  assert.deepEqual(above.statements[0]?.infos, [
    { line: 1, text: "Above the titles: Turnover, 100.00, 50.00" },
  ]);
});

test("rows of another table of the file are errors, above and below the one that is read", () => {
  const pending = ["date;payee;amount;state", "2024-02-16;Dora;-7.00;pending"];
  const booked = [
    "booking date;value date;payee;amount;balance",
    "2024-02-13;2024-02-13;Anna;-1.00;99.00",
    "2024-02-14;2024-02-14;Bert;-2.00;97.00",
  ];
  for (const [lines, line] of [
    [[...pending, ...booked], 2],
    [[...booked, ...pending], 5],
  ] as const) {
    const { errors, statements } = read(lines);
    assert.deepEqual(
      errors.map((error) => [error.line, error.why]),
      [
        [
          line,
          "The row stands under other titles than those of the table that is read. Split the file into one for each table.",
        ],
      ],
    );
    assert.equal(statements[0]?.rows.length, 2);
  }
});

test("a column with two roles, and a role for two columns, are refused by the column's name", () => {
  const lines = ["Wann;Empfänger;Betrag", "2024-02-13;Anna;-1.00", "2024-02-14;Bert;-2.00"];
  const refused = (answers: Record<string, string>) => {
    assert.throws(
      () => read(lines, { answers }),
      (error) => {
        assert.ok(error instanceof Refusal);
        message = error.message;
        return true;
      },
    );
    return message;
  };
  let message = "";
  assert.equal(
    refused({ "date-column": "3", "amount-column": "3" }),
    'The column "Betrag" is chosen as “Date” and “Amount”',
  );
  assert.equal(
    refused({ "column:1": "amount", "column:3": "amount" }),
    'The column "Wann" and the column "Betrag" are chosen as “Amount”',
  );
  // A role by hand comes before the answer to a question.
  assert.equal(
    read(lines, { answers: { "column:3": "amount", "date-column": "3" } }).errors.length,
    0,
  );
});

test("a column without a known title names accounts where each has its own balance, or a usual name", () => {
  const of = (names: readonly [string, string], balances: boolean) => [
    `date;zz;payee;amount${balances ? ";balance" : ""}`,
    ...[1, 2, 3, 4].flatMap((day) =>
      names.map((name, index) => {
        const minor = index + 1;
        const balance = balances ? `;${100 * (index + 1) - day * minor}.00` : "";
        return `2024-02-1${day + 2};${name};Anna;-${minor}.00${balance}`;
      }),
    ),
  ];
  const pockets = (lines: readonly string[]) =>
    read(lines).statements.map(({ pocket, rows }) => [pocket, rows.length]);
  assert.deepEqual(pockets(of(["Rent", "Fun"], true)), [
    ["Rent", 4],
    ["Fun", 4],
  ]);
  assert.deepEqual(pockets(of(["Current", "Savings"], false)), [
    ["Current", 4],
    ["Savings", 4],
  ]);
  assert.deepEqual(pockets(of(["Rent", "Fun"], false)), [[undefined, 8]]);
});

test("a row whose money stands in a column that is no amount is an error, never a line that says nothing", () => {
  const { errors, statements } = read([
    "date;payee;amount;surcharge",
    "2024-02-03;Anna;-1.00;",
    "2024-02-04;Bert;;-2.50",
  ]);
  assert.deepEqual(errors, [
    {
      line: 3,
      column: "surcharge",
      text: "-2.50",
      why: "The row has money in this column, and no amount that was booked.",
    },
  ]);
  assert.equal(statements[0]?.rows.length, 1);
});

test("pockets of a file are accounts; cards are so only where each has its own balance", () => {
  const cards = [
    "date;payee;card number;amount;balance",
    "2024-02-03;Anna;1111;-1.00;99.00",
    "2024-02-03;Bert;2222;-2.00;48.00",
    "2024-02-04;Anna;1111;-1.00;98.00",
    "2024-02-04;Bert;2222;-2.00;46.00",
    "2024-02-05;Anna;1111;-1.00;97.00",
    "2024-02-05;Bert;2222;-2.00;44.00",
    "2024-02-06;Anna;1111;-1.00;96.00",
    "2024-02-06;Bert;2222;-2.00;42.00",
  ];
  assert.deepEqual(
    read(cards).statements.map(({ closing }) => closing?.minor),
    [9600, 4200],
  );
  const [together, ...others] = read(
    cards.map((line) => line.split(";").slice(0, 4).join(";")),
  ).statements;
  assert.deepEqual([others, together?.accountNumber], [[], null]);
  assert.equal(together?.rows[0]?.reference, "1111");
});

test("lines with a text alone continue the row above, and balances, sums and titles are no rows", () => {
  const file = read([
    "Datum;Name;Text;Betrag",
    ";;Anfangssaldo;100,00",
    "03.02.2024;Anna;Miete;-1,50",
    ";;für Februar;",
    ";;und Nebenkosten",
    "Datum;Name;Text;Betrag",
    "04.02.2024;TOTAL;Tankstelle;-2,50",
    ";;Endsaldo 04.02.2024;96,00",
    "Summe;;;-4,00",
  ]);
  const [statement] = file.statements;
  assert.deepEqual([file.errors, file.questions], [[], []]);
  assert.deepEqual(
    statement?.rows.map(({ name, description }) => [name, description]),
    [
      ["Anna", "Miete für Februar und Nebenkosten"],
      ["TOTAL", "Tankstelle"],
    ],
  );
  assert.equal(statement?.infos.length, 4);
  assert.deepEqual(
    [statement?.opening?.minor, statement?.closing],
    [10_000, { minor: 9600, day: "2024-02-04", kind: "intraday" }],
  );
});

test("pending rows have the newest day where they have none, and declined ones are no rows", () => {
  const lines = [
    "date;payee;amount;status",
    "Pending;Anna;-1.50;",
    "2024-02-03;Bert;-2.50;Booked",
    "2024-02-02;Cleo;-3.50;vorgemerkt",
    "2024-02-02;Dora;-4.50;Declined",
  ];
  const rows = rowsOf(lines).map(({ name, date, isPending }) => [name, date, isPending]);
  const byName = rows.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
  assert.deepEqual(byName, [
    ["Anna", "2024-02-03", true],
    ["Bert", "2024-02-03", false],
    ["Cleo", "2024-02-02", true],
  ]);
  assert.match(read(lines).statements[0]?.infos[0]?.text ?? "", /^Not booked/);
});

test("a fee in another currency than its amount is an error of its line", () => {
  const plain = [
    "Date,Description,Amount,Currency,Fee,Fee currency",
    "2026-10-05,Korn Bakery,-12.50,EUR,0.30,USD",
    "2026-10-06,Phone Inc,-20.00,EUR,0.00,USD",
  ];
  const wise = [
    'ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Target fee amount","Target fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency","Exchange rate",Reference,Batch,"Created by",Category,Note',
    'CARD-1,COMPLETED,OUT,"2026-10-04 08:00:00","2026-10-05 08:00:00",0.30,USD,,,"Ada Bell",12.50,EUR,"Korn Bakery",14.00,USD,1.12,,,"Ada Bell",,',
    'CARD-2,COMPLETED,OUT,"2026-10-05 08:00:00","2026-10-06 08:00:00",0.00,USD,,,"Ada Bell",20.00,EUR,"Phone Inc",20.00,EUR,1.00,,,"Ada Bell",,',
  ];
  for (const lines of [plain, wise]) {
    const { errors, statements } = read(lines);
    assert.deepEqual(
      errors.map(({ line, text }) => [line, text]),
      [[2, "USD"]],
    );
    const minors = statements.flatMap(({ rows }) => rows.map(({ minor }) => minor));
    assert.deepEqual(minors, [-2000]);
  }
});

test("Revolut's fee lies beside the amount, and what was reverted is no row", () => {
  const { dialect, statements } = read([
    "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
    "CARD_PAYMENT,Current,2024-02-01 10:00:00,2024-02-03 09:00:00,Anna Books,-10.00,0.50,EUR,COMPLETED,89.50",
    "CARD_PAYMENT,Current,2024-02-01 10:00:00,,Bert Books,-10.00,0.00,EUR,REVERTED,",
    "TOPUP,Current,2024-02-04 10:00:00,2024-02-04 10:00:00,Top-up,10.50,0.00,EUR,COMPLETED,100.00",
  ]);
  assert.deepEqual([dialect, statements.length], ["Revolut", 1]);
  const [first, second] = statements[0]?.rows ?? [];
  assert.deepEqual(
    [
      first?.date,
      first?.valueDate,
      first?.minor,
      first?.isSplit,
      first?.details.map(({ minor, category }) => [minor, category]),
    ],
    [
      "2024-02-03",
      "2024-02-01",
      -1050,
      true,
      [
        [-1000, null],
        [-50, "banking-fees"],
      ],
    ],
  );
  assert.deepEqual(
    [second?.minor, second?.isSplit, statements[0]?.closing?.minor],
    [1050, false, 10_000],
  );
});

test("Wise's id is the bank's, and each currency is an account", () => {
  const { dialect, statements } = read([
    "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant",
    "CARD-11,13-02-2024,-10.00,EUR,Card transaction,,90.00,,,,,,,Anna Books",
    "TRANSFER-12,14-02-2024,-20.00,USD,Sent money,Invoice 7,80.00,,,,,Bert Beck,123456789,",
  ]);
  assert.deepEqual(
    statements.map(({ currency, rows }) => [
      currency,
      rows[0]?.bankId,
      rows[0]?.name,
      rows[0]?.date,
      rows[0]?.minor,
    ]),
    [
      ["EUR", "CARD-11", "Anna Books", "2024-02-13", -1000],
      ["USD", "TRANSFER-12", "Bert Beck", "2024-02-14", -2000],
    ],
  );
  assert.deepEqual(
    [dialect, statements[1]?.rows[0]?.reference, statements[1]?.rows[0]?.counterpartyNumber],
    ["Wise", "Invoice 7", "123456789"],
  );
});

test("PayPal and Stripe book what remains after the fee, in the languages of PayPal", () => {
  for (const [titles, dialect] of [
    [
      "Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID,Balance,Balance Impact",
      "PayPal",
    ],
    [
      "Datum,Uhrzeit,Zeitzone,Name,Typ,Status,Währung,Brutto,Gebühr,Netto,Transaktionscode,Guthaben,Auswirkung auf Guthaben",
      "PayPal",
    ],
  ] as const) {
    const file = read([
      titles,
      '13/02/2024,10:00:00,CET,Anna Adler,Payment,Completed,EUR,"100,00","-3,50","96,50",8AB1,"96,50",Credit',
      '14/02/2024,10:00:00,CET,Bert Beck,Authorization,Pending,EUR,"-5,00","0,00","-5,00",8AB2,"96,50",Memo',
      '15/02/2024,10:00:00,CET,,General Withdrawal,Completed,EUR,"-96,50","0,00","-96,50",8AB3,"0,00",Debit',
    ]);
    assert.equal(file.dialect, dialect);
    const rows = file.statements[0]?.rows ?? [];
    assert.deepEqual(
      rows.map(({ minor, bankId, isSplit, transferTo }) => [minor, bankId, isSplit, transferTo]),
      [
        [9650, "8AB1", true, null],
        [-9650, "8AB3", false, "General Withdrawal"],
      ],
    );
    assert.deepEqual(
      rows[0]?.details.map(({ minor, category }) => [minor, category]),
      [
        [10_000, null],
        [-350, "processor-fees"],
      ],
    );
  }
  const stripe = read([
    "id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description",
    "txn_1,charge,ch_1,100.00,3.20,96.80,eur,2024-02-03 10:00,2024-02-05 00:00,Invoice 7",
    "txn_2,payout,po_1,-96.80,0.00,-96.80,eur,2024-02-06 10:00,2024-02-06 00:00,STRIPE PAYOUT",
  ]);
  assert.deepEqual(
    stripe.statements[0]?.rows.map(({ minor, bankId, isSplit, transferTo }) => [
      minor,
      bankId,
      isSplit,
      transferTo,
    ]),
    [
      [9680, "txn_1", true, null],
      [-9680, "txn_2", false, "STRIPE PAYOUT"],
    ],
  );
});

test("a person gives a column another role, and which column is the amount is asked where it is open", () => {
  const lines = ["2024-02-03,Anna,11.00,22.00", "2024-02-04,Bert,33.00,44.00"];
  const file = read(lines);
  assert.deepEqual(
    file.questions.map(({ id, choices }) => [id, choices.map(({ value }) => value)]),
    [["amount-column", ["3", "4"]]],
  );
  const chosen = { "amount-column": "4" };
  assert.deepEqual(
    read(lines, { answers: chosen }).questions.map(({ id }) => id),
    ["purchases"],
  );
  const answers = { ...chosen, purchases: "in" };
  assert.deepEqual(
    rowsOf(lines, { answers }).map(({ minor }) => minor),
    [2200, 4400],
  );
  const titled = ["date;payee;note;amount", "2024-02-03;Anna;Rent;-1.00"];
  assert.equal(rowsOf(titled)[0]?.name, "Anna");
  const [row] = rowsOf(titled, { answers: { "column:3": "name", "column:2": "ignored" } });
  assert.equal(row?.name, "Rent");
  assert.deepEqual(row?.ownText, rowsOf(titled)[0]?.ownText);
  assert.equal(read(titled).signature, read(titled, { answers: { "column:3": "name" } }).signature);
});

test("rows in another currency are errors, and one of another amount keeps it", () => {
  const file = read([
    "date;payee;amount;currency",
    "2024-02-03;Anna;-1.00;EUR",
    "2024-02-03;Bert;-2.00;EUR",
    "2024-02-04;Cleo;-3.00;USD",
  ]);
  assert.deepEqual(
    file.errors.map(({ line, text }) => [line, text]),
    [[4, "USD"]],
  );
  const [row] = rowsOf([
    "date;payee;amount;currency;amount in EUR",
    "2024-02-03;Anna;-10.00;USD;-9.20",
  ]);
  assert.deepEqual([row?.minor, row?.original], [-920, { minor: -1000, currency: "USD" }]);
});

test("quotes that are missing, doubled line ends and line breaks in cells cost no other row", () => {
  const lines = [
    "date;payee;amount",
    '2024-02-03;"Anna;-1.00',
    "2024-02-04;Bert;-2.00",
    '2024-02-05;"Cleo\nCafé";-3.00',
    '2024-02-06;Dora";-4.00',
    "2024-02-07;Emil;-5.00",
  ];
  assert.deepEqual(
    booked(lines).map(([, minor]) => minor),
    [-100, -200, -300, -400, -500],
  );
  const plain = ["date;payee;amount", "2024-02-03;Anna;-1.00", "2024-02-04;Bert;-2.00"];
  assert.deepEqual(
    rowsOf(plain.join("\r\r\n")).map(({ line }) => line),
    [2, 3],
  );
  assert.deepEqual(booked(plain.join("\r")), booked(plain));
  assert.equal(rowsOf(`sep=;\n${plain.join("\n")}`)[0]?.line, 3);
});

test("identical rows stay two, and names of strangers stay text", () => {
  const hostile = "=HYPERLINK(x)";
  const rows = rowsOf([
    "date;payee;amount",
    `2024-02-03;${hostile};-1.00`,
    `2024-02-03;${hostile};-1.00`,
  ]);
  assert.deepEqual(
    rows.map(({ name }) => name),
    [hostile, hostile],
  );
  assert.deepEqual(rows[0]?.ownText, rows[1]?.ownText);
});

test("a file with titles alone has no rows, and one that is no table is refused", () => {
  assert.deepEqual(read("date;payee;amount\n").statements[0]?.rows, []);
  assert.match(refusal(""), /not a table/);
  assert.match(refusal("one\ntwo\nthree"), /not a table/);
  assert.match(refusal("a;b;c\nd;e;f"), /no row with a date and an amount/);
  assert.match(
    refusal(`date;payee;amount\n${"2024-02-03;A;1.00\n".repeat(100_001)}`),
    /more than 100000 rows/,
  );
  assert.match(
    refusal(`date;payee;amount\n2024-02-03;${"x".repeat(10_001)};1.00`),
    /Line 2 has a cell/,
  );
  assert.match(refusal(`date;amount${";x".repeat(200)}`), /200 columns/);
});

test("a row of zero with money in another column is an error, but not beside a rate", () => {
  const fee = read([
    "Date;Description;Amount;Fee",
    "2026-10-05;Shop;-12.50;0.00",
    "2026-10-13;Monthly fee;0.00;5.00",
  ]);
  assert.deepEqual(
    fee.errors.map(({ line, column }) => [line, column]),
    [[3, "Fee"]],
  );
  const checked = read([
    "Date;Description;Amount;Original amount;Rate",
    "2026-10-05;Shop;-12.50;-14.00;1.12",
    "2026-10-13;Card check;0.00;1.00;1.12",
  ]);
  assert.deepEqual(checked.errors, []);
  assert.deepEqual(
    checked.statements.flatMap(({ infos }) => infos.map(({ line }) => line)),
    [3],
  );
});

test("an amount in the account's currency is asked for beside another amount", () => {
  const lines = [
    "Date;Description;Amount;Amount in account currency",
    "2026-10-05;Shop;-12.50;-11.00",
    "2026-10-06;Bakery;-2.50;-2.20",
  ];
  assert.deepEqual(
    read(lines).questions.map(({ id, choices }) => [id, choices.map(({ value }) => value)]),
    [["amount-column", ["3", "4"]]],
  );
  const rows = booked(lines, { answers: { "amount-column": "4" } });
  assert.deepEqual(rows, [
    ["2026-10-05", -1100],
    ["2026-10-06", -220],
  ]);
});

test("a title that is a word of the language of this program has no role", () => {
  const { columns } = read(["Date;constructor;Amount", "2026-10-05;Shop;-12.50"]);
  assert.deepEqual(
    columns?.map(({ role }) => role),
    ["date", "description", "amount"],
  );
});

test("a row whose cells an unquoted comma moved is an error", () => {
  const inText = read([
    "Date,Payee,Text,Amount,Value date",
    "2026-10-05,Shop,Bread,-10.00,2026-10-05",
    "2026-10-06,Shop,Invoice, 12,-12.50,2026-10-06",
  ]);
  assert.deepEqual(
    inText.errors.map(({ line, text }) => [line, text]),
    [[3, "2026-10-06"]],
  );
  const inAmounts = read([
    "Date,Payee,Amount",
    "2026-10-05,Shop,-10,00",
    "2026-10-06,Shop,-12,50",
    "2026-10-07,Shop,-3,20",
  ]);
  assert.deepEqual(
    inAmounts.errors.map(({ line }) => line),
    [2, 3, 4],
  );
});

test("words turn written signs with a notice, and not against a running balance", () => {
  const lines = [
    "Date;Description;Amount;D/C;Balance",
    "2026-10-05;Shop;-12.50;C;100.00",
    "2026-10-06;Bakery;-12.50;C;87.50",
    "2026-10-07;Shop;-12.50;C;75.00",
    "2026-10-08;Acme;20.00;D;95.00",
  ];
  const proved = rowsOf(lines).map(({ minor }) => minor);
  assert.deepEqual(proved, [-1250, -1250, -1250, 2000]);
  const worded = read(lines.map((line) => line.split(";").slice(0, 4).join(";")));
  assert.deepEqual(
    worded.statements.flatMap(({ rows }) => rows.map(({ minor }) => minor)),
    [1250, 1250, 1250, -2000],
  );
  assert.match(worded.notices.join(), /^Line 2 says C, but its sign says the opposite/);
});

test("amounts without a sign beside amounts with a plus are asked for, and a plus is never turned", () => {
  const lines = [
    "Date;Description;Amount",
    "2026-10-05;Shop;12.50",
    "2026-10-06;Bakery;2.50",
    "2026-10-07;Payment;100.00 CR",
  ];
  for (const isCard of [true, false]) {
    assert.deepEqual(
      read(lines, { isCard }).questions.map(({ id }) => id),
      ["purchases"],
    );
    const amounts = booked(lines, { isCard, answers: { purchases: "out" } });
    assert.deepEqual(
      amounts.map(([, minor]) => minor),
      [-1250, -250, 10_000],
    );
  }
  const onlyPlus = booked(["Date;Description;Amount", "2026-10-05;Acme;+12.50"]);
  assert.deepEqual(onlyPlus, [["2026-10-05", 1250]]);
});

test("a dash in a column of amounts is an empty cell", () => {
  const amounts = booked([
    "Date;Description;Debit;Credit;Balance",
    "2026-10-05;Shop;12.50;-;87.50",
    "2026-10-06;Acme;-;20.00;-",
    "2026-10-07;Bolt;--;30.00;137.50",
  ]).map(([, minor]) => minor);
  assert.deepEqual(amounts, [-1250, 2000, 3000]);
});

test("a whole amount in an unknown column of a row without another amount is an error", () => {
  const { errors } = read([
    "Date;Description;Paid in;Spent;Balance",
    "2026-10-05;Shop;;10;90",
    "2026-10-06;Acme;20;;110",
    "2026-10-07;Bakery;;30;80",
  ]);
  assert.deepEqual(
    errors.map(({ line, column }) => [line, column]),
    [
      [2, "Spent"],
      [4, "Spent"],
    ],
  );
});

test("a currency in the cell of an amount is that of the row, and VAT is none", () => {
  const lines = [
    "Date,Description,Amount",
    "2026-10-05,Shop,-5.00 USD",
    "2026-10-06,Bakery,-€7.00",
  ];
  const { errors } = read([...lines, "2026-10-07,Bakery,-8.00", "2026-10-08,Bakery,-9.00"]);
  assert.deepEqual(
    errors.map(({ line, text }) => [line, text]),
    [[2, "USD"]],
  );
  const [pounds] = read(["Date,Description,Amount", "2026-10-05,Shop,-£5.00"]).statements;
  assert.equal(pounds?.currency, "GBP");
  const taxed = ["Date;Text;Amount incl. VAT;VAT", "2026-10-05;Shop;-11.90;-1.90"];
  assert.equal(read(taxed).statements[0]?.currency, null);
});

test("beside a tax, the amount with the tax was booked", () => {
  const rows = rowsOf(["Datum;Text;Brutto;MwSt;Netto", "05.10.2026;Bäckerei;-11,90;-1,90;-10,00"]);
  assert.deepEqual(
    rows.map(({ minor, details }) => [minor, details]),
    [[-1190, []]],
  );
});

test("a payment whose text is the word for a balance is an error, never left out", () => {
  const { errors, statements } = read([
    "Fecha;Concepto;Importe",
    "2026-10-05;Panadería;-10,00",
    "2026-10-13;Saldo;-120,00",
    "2026-10-31;Saldo final;500,00",
  ]);
  assert.deepEqual(
    errors.map(({ line }) => line),
    [3],
  );
  assert.equal(statements[0]?.closing?.minor, 50_000);
});

test("words for money in and out give the sign in each language", () => {
  for (const [out, into] of [
    ["Outgoing", "Incoming"],
    ["Ausgabe", "Einnahme"],
    ["Dépense", "Recette"],
    ["Gasto", "Ingreso"],
    ["Uscita", "Entrata"],
    ["Despesa", "Receita"],
    ["Uitgave", "Inkomst"],
    ["Udgift", "Indtægt"],
    ["Utgift", "Inntekt"],
    ["Meno", "Tulo"],
    ["Wydatek", "Wpływ"],
    ["Výdaj", "Příjem"],
  ]) {
    const amounts = booked([
      "Date;Description;Amount;Type",
      `2026-10-05;Shop;12.50;${out}`,
      `2026-10-06;Acme;100.00;${into}`,
    ]).map(([, minor]) => minor);
    assert.deepEqual(amounts, [-1250, 10_000], out);
  }
});

test("a kind that tells no direction is an error where the others give the sign", () => {
  const { errors, statements } = read([
    "Date;Type;Description;Amount;Fee currency",
    "2026-10-05;Debit;Shop;12.50;USD",
    "2026-10-06;Credit;Acme;100.00;USD",
    "2026-10-07;Fee;Monthly;5.00;USD",
  ]);
  assert.deepEqual(
    [statements[0]?.currency, statements[0]?.rows.map(({ minor }) => minor)],
    [null, [-1250, 10_000]],
  );
  assert.deepEqual(
    errors.map(({ line, column }) => [line, column]),
    [[4, "Type"]],
  );
});
