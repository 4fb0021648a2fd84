/** Bank files after the dialects of real banks, with invented people and numbers. */

export const OFX_1 = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO<MESSAGE>OK</STATUS><DTSERVER>20261105090000</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>99990000<ACCTID>12345 00-67890<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261105
<STMTTRN><TRNTYPE>POS<DTPOSTED>20261102000000.000[-5:EST]<TRNAMT>-6,60<FITID>A1<CHECKNUM>0<NAME>TEA &amp;lt;ROOM&amp;gt;<MEMO>Card 4711, M&amp;S
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103<TRNAMT>+1,250.00<FITID>A2<MEMO></MEMO><NAME>NORTHERN LIGHTS LTD<CHECKNUM>1007</STMTTRN>
<STMTTRN><TRNTYPE>FEE<DTPOSTED>20261231<DTUSER>20261104<TRNAMT>-3.77000<FITID>0000</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1239.63<DTASOF>20261105</LEDGERBAL><AVAILBAL><BALAMT>9999.00<DTASOF>20261105</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

export const OFX_2 = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
  <!-- <STMTTRN> in a comment is none -->
  <BANKMSGSRSV1>
    <STMTTRNRS><STMTRS>
      <CURDEF>USD</CURDEF>
      <BANKACCTFROM><BANKID>1</BANKID><ACCTID>555001</ACCTID></BANKACCTFROM>
      <BANKTRANLIST>
        <STMTTRN>
          <TRNTYPE>XFER</TRNTYPE><DTPOSTED>20261030</DTPOSTED><DTAVAIL>20261031</DTAVAIL><TRNAMT>-80</TRNAMT>
          <FITID>B1</FITID><NAME><![CDATA[Pump & <Valve>]]></NAME>
          <BANKACCTTO><BANKID>2</BANKID><ACCTID>777 002</ACCTID></BANKACCTTO>
        </STMTTRN>
      </BANKTRANLIST>
      <LEDGERBAL><BALAMT>0.00</BALAMT><DTASOF>00000000</DTASOF></LEDGERBAL>
    </STMTRS></STMTTRNRS>
  </BANKMSGSRSV1>
  <CREDITCARDMSGSRSV1>
    <CCSTMTTRNRS><CCSTMTRS>
      <CURDEF>USD</CURDEF>
      <CCACCTFROM><ACCTID>9999888877776666</ACCTID></CCACCTFROM>
      <BANKTRANLIST>
        <STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20261029</DTPOSTED><TRNAMT>-23.00</TRNAMT><FITID>C1</FITID><PAYEE><NAME>Harbour Café</NAME><CITY>Port</CITY></PAYEE></STMTTRN>
      </BANKTRANLIST>
      <BANKTRANLISTP>
        <STMTTRNP><TRNTYPE>DEBIT</TRNTYPE><DTTRAN>20261101</DTTRAN><TRNAMT>-4.50</TRNAMT><NAME>Night bus</NAME></STMTTRNP>
      </BANKTRANLISTP>
      <LEDGERBAL><BALAMT>-562.00</BALAMT><DTASOF>20261102</DTASOF></LEDGERBAL>
    </CCSTMTRS></CCSTMTTRNRS>
  </CREDITCARDMSGSRSV1>
</OFX>
`;

export const QIF = `!Option:AutoSwitch
!Account
NGiro account
TBank
^
!Type:Bank
D11/ 1'26
T100.00
POpening Balance
L[Giro account]
^
D11/14'26
D11/20'26
U-1,250.50
T-1,250.50
N1007
PPaper & Sons
MInvoice 88
LOffice
^
D11/15'26
T-10.00
PCorner shop
L--Split--
SOffice
EPaper
$-9.00
S[Cash box]
$-1.00
^
D11/16'26
T-7.00
PCash machine
L[Cash box]/Berlin
^
!Type:Cat
NOffice
DStationery
E
^
`;

export const MT940 = `{1:F01TESTDEFFAXXX0000000000}
{2:I940TESTDEFFXXXXN}
{4:
:20:STARTUMSE
:25:99990000/1234567890
:28C:00012/001
:60F:C261031EUR1000,00
:61:2611021102DR25,00NDDT1007//BK0001
:86:105?00LASTSCHRIFT?20EREF+RE-88-2026?21SVWZ+Rechnung 188 vom zweit?22en November?30TESTDEFF?31DE96999900000001234567
?32Papier und Soehne
:61:2611031103C1250,00NTRFNONREF
:86:/EREF/NOTPROVIDED/BENM//NAME/Northern Ligh
ts Ltd/REMI/USTD//Order 4711/IBAN/NL92TEST0000123456/
:62M:C261103EUR2225,00
-}
:20:STARTUMSE
:25:99990000/1234567890
:28C:00012/002
:60M:C261103EUR2225,00
:61:261104    RC5,00NTRFNONREF//0000
:86:Refund taken back
:12:30 is a time, :NS: no tag
:61:2611041105RD2,50NMSCNONREF//BK0003
/OCMT/USD3,00/
:86:A44?Bookshop
Paid online
:62F:C261105EUR2222,50
:86:A word about the statement
-XXX
`;

export const MT942 = `:20:INTERIM
:25:NL92TEST0000123456EUR
:28C:5/1
:34F:EURD0,00
:13D:2611061815+0100
:61:2611061106C0,01NTRFNONREF//BK0004
:86:Interest
:90D:0EUR0,00
:90C:1EUR0,01
-
`;

type Entry = {
  readonly amount: string;
  readonly sign: "CRDT" | "DBIT";
  readonly status?: string;
  readonly reversal?: boolean;
  readonly currency?: string;
  readonly rest?: string;
  readonly dates?: string;
};

const BOOKED = "<BookgDt><Dt>2026-11-02</Dt></BookgDt><ValDt><Dt>2026-11-03</Dt></ValDt>";

export function camtEntry({ amount, sign, status = "BOOK", ...more }: Entry): string {
  const { reversal, currency = "EUR", rest = "", dates = BOOKED } = more;
  const mark = reversal === undefined ? "" : `<RvslInd>${reversal}</RvslInd>`;
  return `
      <Ntry>
        <Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${mark}<Sts>${status}</Sts>
        ${dates}
        ${rest}
      </Ntry>`;
}

export function camtBalance(code: string, amount: string, sign = "CRDT", currency = "EUR"): string {
  return `
      <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>`;
}

const PARTS: Readonly<Record<string, readonly [string, string]>> = {
  "052": ["AcctRpt", "Rpt"],
  "053": ["Stmt", "Stmt"],
  "054": ["DbtCdtNtfctn", "Ntfctn"],
};

/** A CAMT message with one part: its balances and entries. */
export function camt(content: string, message = "053", version = "02"): string {
  const [name, part] = PARTS[message] ?? [];
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${version}">
  <BkToCstmr${name}>
    <GrpHdr><MsgId>M1</MsgId></GrpHdr>
    <${part}>
      <Id>S1</Id><ElctrncSeqNb>12</ElctrncSeqNb><CreDtTm>2026-11-03T01:00:00+01:00</CreDtTm>
      <Acct><Id><IBAN>DE96999900000001234567</IBAN></Id><Ccy>EUR</Ccy></Acct>${content}
    </${part}>
  </BkToCstmr${name}>
</Document>
`;
}

/** Names and accounts of a payment from the debtor to the creditor. */
const PARTIES = `<RltdPties>
  <Dbtr><Nm>Own Company</Nm></Dbtr><DbtrAcct><Id><IBAN>DE96999900000001234567</IBAN></Id></DbtrAcct>
  <Cdtr><Nm>Papier &amp; Söhne</Nm></Cdtr><CdtrAcct><Id><IBAN>NL92 TEST 0000 1234 56</IBAN></Id></CdtrAcct>
</RltdPties>`;

export function camtPayment(amount: string, text: string, more = ""): string {
  return `<TxDtls><Refs><EndToEndId>RE-88</EndToEndId></Refs>
    <AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>
    ${PARTIES}<RmtInf><Ustrd>${text}</Ustrd></RmtInf>${more}</TxDtls>`;
}

export const CAMT = camt(
  camtBalance("OPBD", "100.00") +
    camtBalance("CLBD", "80.50") +
    camtBalance("CLAV", "7.00") +
    camtEntry({
      amount: "19.50",
      sign: "DBIT",
      rest: `<AcctSvcrRef>BK0001</AcctSvcrRef><NtryDtls>${camtPayment("19.50", "Invoice 88")}</NtryDtls>`,
    }),
);

/** One file of each dialect. */
export const BANK_FILES: Readonly<Record<string, string>> = {
  "OFX 1": OFX_1,
  "OFX 2": OFX_2,
  QIF,
  MT940,
  MT942,
  "CAMT.053": CAMT,
};
