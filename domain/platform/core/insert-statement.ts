/**
 * `INSERT INTO table (columns) VALUES ($1, …), …` for a number of rows. Make it once per shape: it is
 * prepared by its text.
 */
export const insertStatement = (table: string, columns: readonly string[], rows = 1): string => {
  const tuple = (_: unknown, row: number) =>
    `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`
  const tuples = Array.from({ length: rows }, tuple)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`
}
