/**
 * `INSERT INTO table (columns) VALUES ($1, …), …` for a number of rows. Make it once per shape: the
 * connection prepares it by its text. `offset` is the number of parameters before the first.
 */
export const insertStatement = (
  table: string,
  columns: readonly string[],
  rows: number,
  offset = 0,
): string => {
  const parameter = (row: number, column: number) =>
    `$${offset + row * columns.length + column + 1}`
  const tuple = (_: unknown, row: number) =>
    `(${columns.map((_, column) => parameter(row, column)).join(', ')})`
  const values = Array.from({ length: rows }, tuple).join(', ')
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`
}
