import { is, via } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { mentionedIn } from '#vocabulary/mentions.ts'
import { atOnce, deidentified, ofChild, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const ofLeadsChild = via('lead_id', 'leads', ofChild)
const ofLeadsClient = via('lead_id', 'leads', ofClient)

const CLOSED = 'a lead that has become a child is closed and accepts no more'

export const leads = defineResource({
  permissions: {
    leads: {
      about: 'leads: families who ask for a place, and what they tell about their child',
      withoutFreshProof:
        'daily work for families; the operation that erases a lead asks for a proof',
      roles: {
        read: ['READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'MARKETPLACE_MANAGER',
          'EARLY_INTERVENTION_COORDINATOR',
        ],
      },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    lead: {
      prefix: 'led',
      table: 'leads',
      audit: [
        'status',
        'stageEnteredAt',
        'dueAt',
        'heardAt',
        'source',
        'formId',
        'locationId',
        'assigneeId',
        'language',
        'matchId',
        'childId',
        'clientId',
        'lostReason',
        'closedAt',
        'forgottenAt',
        'createdBy',
        'dryRun',
      ],
    },
    leadContactAttempt: {
      prefix: 'lca',
      table: 'lead_contact_attempts',
      audit: ['leadId', 'channel', 'outcome', 'callAt', 'madeAt', 'madeBy'],
    },
    leadOffer: {
      prefix: 'lof',
      table: 'lead_offers',
      audit: [
        'leadId',
        'providerId',
        'status',
        'passesOn',
        'hours',
        'expiresAt',
        'decidedAt',
        'decidedBy',
      ],
    },
  },
  tables: {
    leads: {
      child: of(ofChild, atOnce),
      client: of(
        is('client_id'),
        empty(
          'AT_ONCE',
          'contact_name',
          'contact_email',
          'contact_phone',
          'relationship',
          'child_first_name',
          'child_last_name',
          'message',
          'consents',
        ),
      ),
      // For families of lost leads, which are found through another record.
      mentions: {
        ...mentionedIn(
          (row) =>
            `concat_ws(' ', ${row}.contact_name, ${row}.contact_email, ${row}.child_first_name, ${row}.child_last_name, ${row}.message)`,
          () => 'false',
        ),
        erasing: [
          empty(
            'AT_ONCE',
            'contact_name',
            'contact_email',
            'contact_phone',
            'relationship',
            'child_first_name',
            'child_last_name',
            'child_birth_date',
            'message',
            'consents',
          ),
        ],
      },
      nonPersonalColumns: [
        'status',
        'source',
        'campaign',
        'language',
        'needs',
        'languages',
        'modality',
        'payer',
        'state',
        'lost_reason',
        'assignee_id',
        'created_by',
      ],
      movesWithChild: true,
      allowedWhileRestricted:
        'a match of no child that is deleted by its age is not named any more',
    },
    lead_stages: {
      child: of(ofLeadsChild, atOnce),
      client: of(ofLeadsClient, deidentified),
      hasNoId: true,
      nonPersonalColumns: ['status', 'entered_by'],
      notFrozen: CLOSED,
    },
    lead_contact_attempts: {
      child: of(ofLeadsChild, atOnce),
      client: of(ofLeadsClient, empty('AT_ONCE', 'note')),
      nonPersonalColumns: ['channel', 'outcome', 'made_by'],
      notFrozen: CLOSED,
    },
    lead_offers: {
      child: of(ofLeadsChild, atOnce),
      client: of(ofLeadsClient, deidentified),
      nonPersonalColumns: ['status', 'decided_by'],
      notFrozen: CLOSED,
    },
  },
  constraints: {
    lead_offers_open: {
      code: 'lead_offered',
      message:
        'The lead has already been offered to a provider. Wait for the answer, or withdraw the offer.',
    },
    lead_offers_accepted: {
      code: 'lead_offered',
      message: 'Another provider has already accepted the lead.',
    },
  },
})
