import { is } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { mentionedIn } from '#vocabulary/mentions.ts'
import { atOnce, ofChild, STAYS_ON_RECORD } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const worklist = defineResource({
  records: {
    worklistMark: {
      prefix: 'wlm',
      table: 'worklist_marks',
      readBy: 'tasks',
      audit: [
        'entryId',
        'kind',
        'subjectId',
        'childId',
        'claimedBy',
        'assigneeId',
        'role',
        'snoozeEndsAt',
      ],
    },
  },
  tables: {
    worklist_marks: {
      child: of(ofChild, atOnce),
      client: of(is('subject_id'), atOnce),
      mentions: {
        ...mentionedIn(
          (row) => `${row}.snooze_reason`,
          (row) => `${row}.child_id IS NULL`,
        ),
        erasing: [atOnce],
      },
      movesWithChild: true,
      notFrozen: STAYS_ON_RECORD,
    },
  },
})
