/** Formats CSV: a header, and one line per row with the members in the columns' order (RFC 4180). */
export const csvFile = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | number | null>>[],
): Uint8Array<ArrayBuffer> => {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  const text = lines.map((fields) => fields.map(csvField).join(',')).join('\r\n')
  return new TextEncoder().encode(`${text}\r\n`)
}

/** A field that a spreadsheet neither splits nor evaluates. */
export const csvField = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
