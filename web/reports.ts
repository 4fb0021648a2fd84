export const REPORTS = [
  {
    name: "profit-loss",
    title: "Profit and loss",
    question: "Did we earn money?",
    words: "result income expense delta",
  },
  {
    name: "revenue",
    title: "Revenue",
    question: "Where does our money come from?",
    words: "income sales sources",
  },
  {
    name: "spending",
    title: "Spending",
    question: "What do we spend money on?",
    words: "expenses costs categories",
  },
  {
    name: "burn-rate",
    title: "Burn rate",
    question: "How much money do we use up each month?",
    words: "expenses draws average",
  },
  {
    name: "runway",
    title: "Runway",
    question: "How long does our cash last?",
    words: "months cash",
  },
  {
    name: "balance",
    title: "Balance",
    question: "How much money do we have?",
    words: "accounts cash currencies",
  },
  {
    name: "recurring-expenses",
    title: "Recurring expenses",
    question: "What do we pay again and again?",
    words: "subscriptions regular",
  },
  {
    name: "tax",
    title: "Tax",
    question: "How much tax did we collect and pay?",
    words: "vat sales tax rates",
  },
  {
    name: "top-customers",
    title: "Top customers",
    question: "Which customers pay us the most?",
    words: "clients invoices",
  },
] as const;

export type ReportName = (typeof REPORTS)[number]["name"];
