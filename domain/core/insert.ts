/** `INSERT INTO table (columns) VALUES ($1, …)`. Make it once: it is prepared by its text. */
export const insertStatement = (table: string, columns: readonly string[]): string => {
  const parameters = columns.map((_, index) => `$${index + 1}`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${parameters.join(', ')})`
}
