/** A row of `appointments` that belongs to a child, not the row of a group. */
export type OfChild<Row> = Omit<Row, 'childId'> & { childId: string }

/** Narrows the type. Groups have their own verbs, so a group here is a defect. */
export const ofChild = <Row extends { id: string; childId: string | null }>(
  row: Row,
): OfChild<Row> => {
  if (row.childId === null) throw new Error(`${row.id} is a group`)
  return { ...row, childId: row.childId }
}
