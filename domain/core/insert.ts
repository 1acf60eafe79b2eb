const statements = new Map<string, string>()

/** `INSERT INTO table (columns) VALUES ($1, …), …` for a number of rows, made once per shape. */
export const insertStatement = (
  table: string,
  columns: readonly string[],
  rows: number,
): string => {
  const shape = `${table}/${columns.length}/${rows}`
  let statement = statements.get(shape)
  if (!statement) {
    const row = (index: number) =>
      `(${columns.map((_, column) => `$${index * columns.length + column + 1}`).join(', ')})`
    const values = Array.from({ length: rows }, (_, index) => row(index)).join(', ')
    statement = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`
    statements.set(shape, statement)
  }
  return statement
}
