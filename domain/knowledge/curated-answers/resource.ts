import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const curatedAnswers = defineResource({
  records: {
    curatedAnswer: {
      prefix: 'cur',
      table: 'curated_answers',
      readBy: 'knowledge',
      audit: [
        'assistantId',
        'language',
        'embeddingModel',
        'publishedBy',
        'publishedAt',
        'archivedAt',
      ],
    },
  },
  tables: {
    curated_answers: {
      withoutPersonalData: CENTRE,
      derived: {
        columns: ['citations'],
        from: 'documents of the assistant',
        takes: [],
        because: 'is shown to the same readers as the documents',
      },
    },
  },
})
