import type { Client } from "pg";

/** All columns, indexes, constraints and triggers. */
const SHAPE = `with own as (
    select oid, relname from pg_class where relnamespace = 'public'::regnamespace
  )
  select md5(string_agg(part, ' ' order by part)) as shape from (
    select concat_ws(' ', relname, attname, atttypid, attnotnull, attisdropped)
      from own join pg_attribute on attrelid = own.oid
    union all select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
    union all select relname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      from own join pg_constraint on conrelid = own.oid
    union all select pg_get_triggerdef(pg_trigger.oid)
      from own join pg_trigger on tgrelid = own.oid and not tgisinternal
  ) as parts (part)`;

/** A hash of the schema of a database: the same for two that have the same tables. */
export async function shapeOf(client: Client): Promise<string> {
  const { rows } = await client.query(SHAPE);
  return rows[0].shape;
}
