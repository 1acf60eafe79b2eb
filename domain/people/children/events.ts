import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const merge = z.strictObject({
  childId: idOf('child'),
  duplicateId: idOf('child'),
  mergeId: idOf('childMerge'),
})
const mergeExample = {
  childId: exampleId('child'),
  duplicateId: 'chd_01m7zb00000000000000000000',
  mergeId: exampleId('childMerge'),
}

export const childEvents = defineEvents({
  'child.registered': defineEvent({
    description: 'A child was registered with the centre.',
    payload: z.strictObject({ childId: idOf('child') }),
    example: { childId: exampleId('child') },
  }),
  'child.merged': defineEvent({
    description: 'Two records of the same child were merged; `childId` is the record that remains.',
    payload: merge,
    example: mergeExample,
  }),
  'child.merge_reversed': defineEvent({
    description: 'A merge was reversed: both records are active again.',
    payload: merge,
    example: mergeExample,
  }),
})
