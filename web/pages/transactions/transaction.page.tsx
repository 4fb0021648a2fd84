import { Navigate, useParams } from "@tanstack/react-router";

/** The address of one transaction opens it in the list. */
export function TransactionPage() {
  const { id = "" } = useParams({ strict: false });
  return <Navigate replace search={{ transaction: id }} to="/transactions" />;
}
