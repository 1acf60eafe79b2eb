/** A row of `appointments` that is not the group itself. */
export type OfChild<Row> = Omit<Row, 'childId'> & { childId: string }

/** Groups have their own verbs, so one here is a defect. */
export const ofChild = <Row extends { id: string; childId: string | null }>(
  row: Row,
): OfChild<Row> => {
  if (row.childId === null) throw new Error(`${row.id} is a group`)
  return { ...row, childId: row.childId }
}
