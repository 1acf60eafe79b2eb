import { subjectOf } from '#platform/core/records/ids.ts'

/** The kind that the id of an entry names; it may be unknown. */
export const kindOfEntry = (id: string): string => {
  const [recordId, key] = id.split('/')
  if (key === undefined) return 'TASK'
  if (subjectOf(recordId)?.type === 'followUp') return 'FOLLOW_UP_STEP'
  return key === 'items' ? 'ONBOARDING_ITEM_TO_CHECK' : key.toUpperCase().replaceAll('-', '_')
}
