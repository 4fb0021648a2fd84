/** True when a row would break a constraint, such as a unique index. */
export function isConstraintViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // PostgreSQL: class 23. SQLite: SQLITE_CONSTRAINT, with its kind in the higher bits.
  const isPostgres = "code" in error && String(error.code).startsWith("23");
  return isPostgres || ("errcode" in error && (Number(error.errcode) & 0xff) === 19);
}
