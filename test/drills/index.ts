import { agentsAtOnce } from './agents-at-once.ts'
import { atOnce } from './at-once.ts'
import { backupRestore } from './backup-restore.ts'
import { diskFull } from './disk-full.ts'
import type { Drill, ListedTests } from './drill.ts'
import { hangingReceiver } from './hanging-receiver.ts'
import { hostileReceivers } from './hostile-receivers.ts'
import { killApi } from './kill-api.ts'
import { killEverything } from './kill-everything.ts'
import { killInAgents } from './kill-in-agents.ts'
import { killInEmbedding } from './kill-in-embedding.ts'
import { killInIngestion } from './kill-in-ingestion.ts'
import { killInIssues } from './kill-in-issues.ts'
import { killInLeads } from './kill-in-leads.ts'
import { killInLicenseChecks } from './kill-in-license-checks.ts'
import { killInMessages } from './kill-in-messages.ts'
import { killInOffers } from './kill-in-offers.ts'
import { killInOnboardings } from './kill-in-onboardings.ts'
import { killInPayments } from './kill-in-payments.ts'
import { killInRecalculations } from './kill-in-recalculations.ts'
import { killInDischarges } from './kill-in-discharges.ts'
import { killInReplays } from './kill-in-replays.ts'
import { killInSagas } from './kill-in-sagas.ts'
import { killInSeries } from './kill-in-series.ts'
import { killBeforeHandOver } from './kill-before-hand-over.ts'
import { killTemporalServices } from './kill-temporal-services.ts'
import { killWorkers } from './kill-workers.ts'
import { markerStrings } from './marker-strings.ts'
import { parallelUploads } from './parallel-uploads.ts'
import { silentNameServer } from './silent-name-server.ts'
import { openapiFuzz } from './openapi-fuzz.ts'
import { parserBombs } from './parser-bombs.ts'
import { postgresRestart } from './postgres-restart.ts'
import { proxyLockOut } from './proxy-lock-out.ts'
import { racingVerbs } from './racing-verbs.ts'
import { rateLimit } from './rate-limit.ts'
import { rollingRestart } from './rolling-restart.ts'
import { rotateSecret } from './rotate-secret.ts'
import { temporalDown, temporalDownAtBoot } from './temporal-down.ts'

/** In the order in which they run. */
export const DRILLS: readonly Drill[] = [
  atOnce,
  racingVerbs,
  rateLimit,
  parserBombs,
  proxyLockOut,
  postgresRestart,
  diskFull,
  backupRestore,
  killApi,
  killBeforeHandOver,
  killEverything,
  killTemporalServices,
  rollingRestart,
  killInSeries,
  killInIssues,
  killInRecalculations,
  killInMessages,
  killInOffers,
  killInOnboardings,
  killInLeads,
  killInLicenseChecks,
  killInPayments,
  killInSagas,
  killInIngestion,
  killInEmbedding,
  killInAgents,
  killInReplays,
  killInDischarges,
  agentsAtOnce,
  markerStrings,
  openapiFuzz,
  parallelUploads,
  silentNameServer,
  hangingReceiver,
  hostileReceivers,
  rotateSecret,
  temporalDown,
  temporalDownAtBoot,
  killWorkers,
]

/** Covered by tests of the suite, so no drill repeats it. */
export const LISTED_TESTS: readonly ListedTests[] = [
  {
    what: '24 hours of failure in skipped time: the published schedule, then failed and said so',
    files: ['test/webhooks/retry-schedule.test.ts', 'test/webhooks/outage.test.ts'],
  },
  {
    what: 'both secrets verify for 24 hours; keys of v2 are published before they sign',
    files: ['test/webhooks/rotation.test.ts'],
  },
  {
    what: 'a worker killed in the middle of its deliveries',
    files: ['test/workflows/worker-crash.test.ts'],
  },
  {
    what: 'a worker killed in the middle of an import of appointments, and of its undoing',
    files: ['test/scheduling/appointment-imports/import-crash.test.ts'],
  },
  {
    what: 'a parser that hangs, grows, crashes or answers nonsense is ended; the process goes on',
    files: ['test/parsing/run-parser.unit.test.ts'],
  },
  {
    what: 'a process that is blocked or answers nobody ends and is started again',
    files: ['test/dev/watchdog.unit.test.ts', 'test/dev/blocked-processes.test.ts'],
  },
  {
    what: "a backlog of one centre's workflows does not keep another centre's waiting",
    files: ['test/workflows/fairness.test.ts'],
  },
  {
    what: 'files in a directory and in S3; a process that was not told where they are touches none',
    files: ['test/platform/files/file-store.test.ts'],
  },
  {
    what: 'rate limits in a real Valkey over two processes; killed, frozen, not there at the start',
    files: ['test/platform/identity/rate-limit-redis.test.ts'],
  },
  {
    what: 'uploads at once, removed, cut off or left by a crash: the bytes are those of the record, or gone',
    files: ['test/platform/files/uploads.test.ts'],
  },
  {
    what: 'a name server that never answers holds no connection to the database',
    files: ['test/webhooks/silent-names.test.ts'],
  },
  {
    what: 'SSRF: literals in every spelling, special ranges, rebinding, redirects: no connection',
    files: ['test/webhooks/address-policy.unit.test.ts'],
  },
  {
    what: 'every kind of receiver, one attempt each, deadlines and memory',
    files: ['test/webhooks/attempt.unit.test.ts'],
  },
  {
    what: 'hostile tokens, revoked keys, reused refresh tokens',
    files: [
      'test/platform/identity/hostile-tokens.test.ts',
      'test/platform/identity/at-once.test.ts',
      'test/platform/identity/oauth.test.ts',
    ],
  },
  {
    what: "every operation × another tenant's ids; SQL without a tenant, with another, with a forged one",
    files: ['test/contract/operations', 'test/contract/tenancy.test.ts'],
  },
  {
    what: 'every configuration and every permission of operations × missing scope and narrowed key',
    files: ['test/contract/pipeline.test.ts'],
  },
  {
    what: 'oversize, deep, NUL, duplicate members, __proto__, CR/LF, content types, arbitrary bodies',
    files: [
      'test/contract/bad-input.unit.test.ts',
      'test/contract/pipeline.test.ts',
      'test/contract/fuzz.test.ts',
      'test/contract/headers.test.ts',
    ],
  },
  {
    what: 'an audit row altered, dropped, inserted, reordered, the tail cut: the verifier names it',
    files: ['test/platform/audit/verify-trail.test.ts'],
  },
]
