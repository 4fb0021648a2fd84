import type { ColumnNames } from "../../core/csv/columns.ts";

/** Columns of time in the exports of Toggl, Clockify and Harvest, and in those of Ledgerport. */
export const FIELDS = [
  "started",
  "stopped",
  "zone",
  "email",
  "person",
  "firstName",
  "lastName",
  "customer",
  "project",
  "task",
  "description",
  "billable",
  "startDate",
  "startTime",
  "endDate",
  "endTime",
  "duration",
  "hours",
] as const;

export type Field = (typeof FIELDS)[number];

/** English first, then German, French, Spanish and Portuguese. */
export const NAMES: ColumnNames<Field> = {
  started: ["Start (exact)"],
  stopped: ["End (exact)"],
  zone: ["Time zone"],
  email: ["Email", "E-mail", "E-Mail-Adresse", "Courriel", "Correo electrónico", "Correo"],
  person: ["User", "Member", "Person", "Benutzer", "Mitglied", "Utilisateur", "Usuario", "Usuário"],
  firstName: ["First name", "Vorname", "Prénom", "Nombre de pila"],
  lastName: ["Last name", "Nachname", "Nom de famille", "Apellido"],
  customer: ["Client", "Customer", "Kunde", "Cliente"],
  project: ["Project", "Projekt", "Projet", "Proyecto", "Projeto"],
  task: ["Task", "Aufgabe", "Tâche", "Tarea", "Tarefa"],
  description: ["Description", "Notes", "Beschreibung", "Notizen", "Descripción", "Descrição"],
  billable: ["Billable", "Billable?", "Abrechenbar", "Facturable", "Faturável"],
  startDate: [
    "Start date",
    "Date",
    "Startdatum",
    "Datum",
    "Date de début",
    "Fecha de inicio",
    "Fecha",
    "Data de início",
    "Data",
  ],
  startTime: [
    "Start time",
    "Started at",
    "Startzeit",
    "Heure de début",
    "Hora de inicio",
    "Hora de início",
  ],
  endDate: ["End date", "Stop date", "Enddatum", "Date de fin", "Fecha de fin", "Data de término"],
  endTime: [
    "End time",
    "Stop time",
    "Ended at",
    "Endzeit",
    "Heure de fin",
    "Hora de fin",
    "Hora de término",
  ],
  duration: ["Duration", "Duration (h)", "Dauer", "Dauer (h)", "Durée", "Duración", "Duração"],
  hours: ["Duration (decimal)", "Hours", "Stunden", "Heures", "Horas"],
};

export const PROGRAMS = ["ledgerport", "toggl", "clockify", "harvest", "other"] as const;

export type Program = (typeof PROGRAMS)[number];

export function programOf(header: readonly string[]): Program {
  const titles = new Set(header.map((title) => title.trim().toLowerCase()));
  const has = (...names: readonly string[]) => names.every((name) => titles.has(name));
  if (has("start (exact)", "end (exact)", "time zone")) return "ledgerport";
  if (has("notes", "hours", "date")) return "harvest";
  if (has("duration (h)", "start date") || has("duration (decimal)", "start date"))
    return "clockify";
  return has("start date", "start time", "duration") ? "toggl" : "other";
}
