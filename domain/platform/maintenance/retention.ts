import { DAY_MS } from '../core/time/time.ts'
import { KEY_LIFETIME_MS } from '../idempotency/key-lifetime-ms.ts'

/** A kind of data that is kept for a limited time. */
export interface Retained {
  table: string
  /** An SQL expression for the instant from which the days are counted. */
  from: string
  /** 0 keeps the data only until that instant. */
  days: number
  /** Whether `RETENTION_DAYS` can change the number of days. */
  setting: boolean
  /** An additional SQL condition. */
  only?: string
  /** The columns to clear, as an SQL assignment. If it is omitted, the row is deleted. */
  blank?: string
}

/**
 * All data that is kept for a limited time, in the order of docs/operations.md. The audit trail, events, and
 * records of a child or a centre must not be listed here.
 */
export const RETENTION = {
  idempotencyKeys: {
    table: 'idempotency_keys',
    from: 'created_at',
    days: KEY_LIFETIME_MS / DAY_MS,
    setting: false,
  },
  revokedTokens: { table: 'revoked_tokens', from: 'expires_at', days: 0, setting: false },
  refreshTokens: { table: 'refresh_tokens', from: 'expires_at', days: 0, setting: false },
  operatorTokens: { table: 'operator_tokens', from: 'expires_at', days: 0, setting: false },
  passkeyChallenges: {
    table: 'passkey_challenges',
    from: 'expires_at',
    days: 0,
    setting: false,
  },
  rateLimits: {
    table: 'rate_limits',
    from: 'to_timestamp(expire / 1000.0)',
    days: 0,
    setting: false,
  },
  ssoSignIns: { table: 'sso_sign_ins', from: 'expires_at', days: 1, setting: false },
  authorizationCodes: { table: 'authorization_codes', from: 'expires_at', days: 1, setting: false },
  signInLinks: { table: 'sign_in_links', from: 'expires_at', days: 30, setting: true },
  // The days are counted from the expiry, even if the session was ended before.
  userSessions: { table: 'user_sessions', from: 'expires_at', days: 90, setting: true },
  links: { table: 'one_time_links', from: 'expires_at', days: 30, setting: true },
  messageAddresses: {
    table: 'messages',
    from: 'created_at',
    days: 90,
    setting: true,
    only: `(sealed_address IS NOT NULL OR sealed_variables IS NOT NULL) AND status <> 'QUEUED'`,
    blank: 'sealed_address = NULL, sealed_variables = NULL, version = version + 1',
  },
  // Kept in case that the message comes back: the next channel is then used.
  sentVariables: {
    table: 'messages',
    from: 'created_at',
    days: 3,
    setting: false,
    only: `sealed_variables IS NOT NULL AND status = 'SENT'`,
    blank: 'sealed_variables = NULL, version = version + 1',
  },
  textReplies: { table: 'text_replies', from: 'created_at', days: 90, setting: true },
  importedFiles: {
    table: 'appointment_import_files',
    from: 'created_at',
    days: 30,
    setting: true,
  },
  importedText: {
    table: 'appointment_import_rows',
    from: 'updated_at',
    days: 30,
    setting: true,
    only: 'source IS NOT NULL AND pending IS NULL',
    blank: 'source = NULL, version = version + 1',
  },
  // Submissions of public forms that were not confirmed, with their addresses.
  leadIntakes: { table: 'lead_intakes', from: 'expires_at', days: 0, setting: false },
  leadProofAddresses: {
    table: 'messages',
    from: 'created_at',
    days: 1,
    setting: false,
    only: `recipient_type = 'leadIntake' AND (sealed_address IS NOT NULL OR sealed_variables IS NOT NULL) AND status <> 'QUEUED'`,
    blank: 'sealed_address = NULL, sealed_variables = NULL, version = version + 1',
  },
  webhookAttempts: { table: 'webhook_attempts', from: 'started_at', days: 30, setting: true },
  therapistMatches: {
    table: 'therapist_matches',
    from: 'created_at',
    days: 365,
    setting: true,
    only: 'child_id IS NULL',
  },
  aiModelCalls: {
    table: 'ai_model_calls',
    from: 'created_at',
    days: 365,
    setting: true,
    only: 'child_id IS NULL',
  },
  aiModelTexts: {
    table: 'ai_model_calls',
    from: 'texts_until',
    days: 0,
    setting: false,
    only: 'texts_until IS NOT NULL',
    blank: 'prompt = NULL, answer = NULL, texts_until = NULL, version = version + 1',
  },
  keptAnswers: {
    table: 'kept_answers',
    from: 'expires_at',
    days: 0,
    setting: false,
    only: `NOT EXISTS (SELECT FROM processing_restrictions r
      WHERE r.tenant_id = kept_answers.tenant_id AND r.person_id = kept_answers.child_id AND r.lifted_at IS NULL)`,
  },
  agentReplayResults: {
    table: 'agent_replay_results',
    from: 'created_at',
    days: 30,
    setting: true,
  },
  workflowMessages: {
    table: 'outbox',
    from: 'done_at',
    days: 7,
    setting: true,
    only: `kind = 'workflow'`,
  },
} as const satisfies Record<string, Retained>

export type RetainedName = keyof typeof RETENTION

/** Numbers of days that differ from {@link RETENTION}, keyed by name. */
export type RetentionDays = Partial<Record<RetainedName, number>>

export const RETAINED_NAMES = Object.keys(RETENTION) as RetainedName[]

/** The kinds that `RETENTION_DAYS` can set. */
export const SETTABLE = RETAINED_NAMES.filter((name) => RETENTION[name].setting)
