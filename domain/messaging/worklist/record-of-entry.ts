/** The id of the record with which the id of an entry begins. */
export const recordOfEntry = (entryId: string): string => entryId.split('/')[0]!
