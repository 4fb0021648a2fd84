import { useParams } from "@tanstack/react-router";
import { REPORTS } from "../../reports.ts";
import { NotFound } from "../not-found.tsx";
import { ReportPage } from "./report-page.tsx";

export function Report() {
  const { name } = useParams({ from: "/reports/$name" });
  const report = REPORTS.find((report) => report.name === name);
  return report === undefined ? <NotFound /> : <ReportPage key={name} report={report} />;
}
