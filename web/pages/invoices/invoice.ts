export type InvoiceLine = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly quantity: string;
  readonly unit: string | null;
  readonly price: string;
  readonly discount_bp: number | null;
  readonly discount_minor: number | null;
  readonly tax_rate_id: string | null;
};
