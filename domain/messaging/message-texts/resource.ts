import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

/** Texts are settings of messages, so `message-settings` permits reading and writing them. */
export const messageTexts = defineResource({
  records: {
    messageText: {
      prefix: 'mtx',
      table: 'message_texts',
      readBy: 'message-settings',
      announced: {
        as: 'message_text',
        events: ['created', 'updated', 'archived', 'restored'],
        example: 'body',
      },
      audit: ['template', 'channel', 'language', 'latestNumber', 'unusableAt', 'archivedAt'],
    },
  },
  tables: {
    message_texts: { withoutPersonalData: CENTRE },
    message_text_versions: { withoutPersonalData: CENTRE },
  },
  constraints: {
    message_texts_key: {
      code: 'already_exists',
      path: 'language',
      message:
        'The centre already has a text for this template, channel and language. Change it; if it is archived, restore it.',
    },
  },
})
