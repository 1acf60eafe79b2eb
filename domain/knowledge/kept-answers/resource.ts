import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { of } from '#vocabulary/erasing.ts'
import { mentionedIn } from '#vocabulary/mentions.ts'
import { atOnce, ofChild } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const keptAnswers = defineResource({
  permissions: {
    'knowledge-answers': {
      about: 'stored answers of assistants: your own or, with knowledge:write, all',
      ofPersons: true,
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: 'EVERYBODY' },
      scopes: { ai: ['read', 'write'] },
    },
  },
  records: {
    keptAnswer: {
      prefix: 'kan',
      table: 'kept_answers',
      audit: [
        'assistantId',
        'assistantVersion',
        'childId',
        'notFound',
        'confidence',
        'generated',
        'curatedAnswerId',
        'askedBy',
        'expiresAt',
        'helpful',
        'ratedBy',
        'ratedAt',
        'correctedBy',
        'correctedAt',
      ],
    },
  },
  tables: {
    kept_answers: {
      child: of(ofChild, atOnce),
      mentions: {
        ...mentionedIn(
          (row) =>
            `concat_ws(' ', ${row}.question, ${row}.answer, ${row}.rating_reason, ${row}.correction)`,
          (row) => `${row}.child_id IS NULL`,
        ),
        erasing: [atOnce],
      },
      movesWithChild: true,
      derived: {
        columns: ['answer', 'citations'],
        from: 'documents of the assistant, which only people with its roles may ask',
        takes: 'BY_ROW',
      },
    },
  },
})
