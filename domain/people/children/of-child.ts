/** A row of `appointments` that is no group's own. */
export type OfChild<Row> = Omit<Row, 'childId'> & { childId: string }

/** Groups are read by their own verbs; here one would be a fault of ours. */
export const ofChild = <Row extends { id: string; childId: string | null }>(
  row: Row,
): OfChild<Row> => {
  if (row.childId === null) throw new Error(`${row.id} is a group`)
  return { ...row, childId: row.childId }
}
