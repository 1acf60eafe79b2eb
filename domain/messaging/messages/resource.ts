import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { about, is } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CENTRE, clinical } from '#vocabulary/person-table.ts'

export const messages = defineResource({
  permissions: {
    messages: {
      about: 'messages to people, and their delivery',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR', 'BILLER', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SCHEDULER'],
      },
      scopes: { bookings: ['read', 'write'] },
    },
    'message-settings': {
      about: "templates, languages, quiet hours and addresses of the centre's messages",
      centreOnly: ['write'],
      freshProof: true,
      roles: { read: ['SCHEDULER', 'READ_ONLY'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    message: {
      prefix: 'msg',
      table: 'messages',
      audit: [
        'template',
        'kind',
        'language',
        'channel',
        'recipientType',
        'recipientId',
        'subjectType',
        'subjectId',
        'followUpId',
        'step',
        'dedupeKey',
        'status',
        'originallyDueAt',
        'dueAt',
        'notAfter',
        'sentAt',
        'actionSettledAt',
        'why',
      ],
    },
  },
  tables: {
    message_logos: { withoutPersonalData: CENTRE },
    messages: {
      child: of(about, empty('AT_ONCE', 'sealed_address', 'sealed_variables'), clinical),
      client: of(
        is('recipient_id'),
        empty('AT_ONCE', 'sealed_address', 'sealed_variables'),
        clinical,
      ),
      hasNoId: true,
      allowedWhileRestricted:
        'what is not sent is recorded; the person who obtained the restriction is told when it ends, Art. 18(3)',
      derived: {
        columns: ['sealed_variables'],
        from: 'the records that the message is about',
        takes: [],
        because: 'no operation shows it: it is sent only to its recipient',
      },
    },
  },
})
