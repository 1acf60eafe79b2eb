import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { atOnce, clinical, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const channelConsents = defineResource({
  permissions: {
    'channel-consents': {
      about: 'by which channels guardians may be reached, and addresses to which nothing arrives',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['THERAPIST', 'SUPERVISOR', 'BILLER', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SCHEDULER', 'EARLY_INTERVENTION_COORDINATOR'],
      },
      scopes: { clients: ['read', 'write'] },
    },
  },
  records: {
    channelConsent: {
      prefix: 'cco',
      table: 'channel_consents',
      audit: ['clientId', 'channel', 'status', 'source', 'recordedBy'],
    },
    undeliverableAddress: {
      prefix: 'uda',
      table: 'undeliverable_addresses',
      audit: ['clientId', 'channel', 'problem', 'messageId', 'confirmedAt', 'confirmedBy'],
    },
    textReply: {
      prefix: 'trp',
      table: 'text_replies',
      audit: ['clientId', 'channel', 'messageId', 'taskId', 'outcome'],
    },
  },
  tables: {
    channel_consents: {
      client: of(ofClient, empty('AT_ONCE', 'evidence'), clinical),
      notFrozen: 'texts can be refused at any time',
    },
    undeliverable_addresses: {
      client: of(ofClient, atOnce),
      notFrozen: 'it only prevents messages',
    },
    text_replies: {
      client: of(ofClient, atOnce),
      notFrozen: 'a STOP must be followed; other texts of a restricted person are dropped',
    },
  },
  constraints: {
    tenants_sms_sender: {
      code: 'already_exists',
      path: 'smsSender',
      message: 'Another centre has this sender. Choose another number.',
    },
    tenants_whatsapp_sender: {
      code: 'already_exists',
      path: 'whatsappSender',
      message: 'Another centre has this sender. Choose another number.',
    },
  },
})
