/** Faults that some test must detect: each changes a few characters in one file of a copy of the tree. */

interface Kills {
  name: string
  /** The files that must fail. */
  tests: readonly [string, ...string[]]
  /** A title filter for their tests, as in `vitest -t`. */
  title?: string
}

/** A change in one file of the code. */
export interface Patch {
  /** A path pattern; exactly one matching file must contain `find`, once. */
  file: string
  find: string
  /** The replacement. */
  replace: string
}

export type Fault = Kills &
  (
    | Patch
    /** Statements applied after all functions of the database. */
    | { sql: string }
  )

const PIPELINE = 'test/contract/pipeline.test.ts'
const INPUT = 'test/contract/bad-input.unit.test.ts'
const DECLARED = 'test/contract/declarations.unit.test.ts'
const TENANCY = 'test/contract/tenancy.test.ts'
const CASELOAD = 'test/contract/caseload.test.ts'
const LOCATIONS = 'test/contract/locations.test.ts'
const FROZEN = 'test/contract/frozen-tables.test.ts'
const PROOF = 'test/platform/fresh-step-up.test.ts'
const OF_GOALS = 'test/contract/operations/clinical.test.ts'
const OF_PEOPLE = 'test/contract/operations/people.test.ts'
const OF_CHILDREN = 'test/contract/operations/children.test.ts'

/** Who may call. */
const PERMISSIONS: readonly Fault[] = [
  {
    name: 'a scope is not asked for',
    file: 'api/http/mount.ts',
    find: '  authorize(actor, needs)\n  return actor',
    replace: '  return actor',
    tests: [PIPELINE],
    title: 'requires a scope with',
  },
  {
    name: 'only the first of several permissions is asked for',
    file: 'api/http/mount.ts',
    find: '    ...operation.permissions,\n',
    replace: '    operation.permissions[0],\n',
    tests: [PIPELINE],
    title: 'requires a scope with',
  },
  {
    name: 'a narrowed key may use every method',
    file: 'api/http/call.ts',
    find: 'methods.length === 0 || methods.includes(method)',
    replace: 'methods.length === 0 || method !== undefined',
    tests: [PIPELINE],
    title: 'is narrowed to other methods',
  },
  {
    name: 'an expansion takes no permission',
    file: 'api/http/mount.ts',
    find: '    ...expansionNeeds(askedFor(operation, input.query)),\n',
    replace: '',
    tests: ['test/contract/expansions.test.ts'],
    title: 'requires the permission of the fetching operation',
  },
  {
    name: 'a write is declared with a permission to read',
    file: 'api/resources/**/pets.ts',
    find: "stay unchanged; null removes a value.',\n    permission: 'pets:write',",
    replace: "stay; null removes a value.',\n    permission: 'pets:read',",
    tests: [DECLARED],
    title: 'requires a write permission',
  },
  {
    name: 'an operation declares less than its verb asks for',
    file: 'domain/**/pets/create-pet.ts',
    find: "'pets:write'",
    replace: "'providers:write'",
    tests: [OF_PEOPLE],
    title: 'createPet.*succeeds',
  },
  {
    name: 'a fresh proof is not asked for before a write',
    file: 'api/http/write.ts',
    find: '  await assertProved(call.operation, call.input, tx)\n',
    replace: '',
    tests: [PROOF],
  },
  {
    name: 'a fresh proof is not asked for before something is prepared',
    file: 'api/http/prepare.ts',
    find: '  if (operation.freshProof)\n    await read(ctx, operation.permission, (reader) => assertProved(operation, input, reader))\n',
    replace: '',
    tests: [PROOF],
  },
  {
    name: 'a resource no longer asks for a fresh proof',
    file: 'domain/**/payout-accounts/resource.ts',
    find: '      freshProof: true,\n',
    replace: '',
    tests: ['test/contract/fresh-proof.unit.test.ts'],
  },
  {
    name: 'who did the first half may do the second',
    file: 'domain/**/assert-second-person.ts',
    find: 'return !theirs.flat().some((it) => it !== null && own.includes(it))',
    replace: 'return true',
    tests: ['test/platform/second-person.test.ts'],
  },
  {
    name: 'a role may do more than the matrix says',
    file: 'domain/**/permissions.ts',
    find: "return holds(write) || (permission.endsWith(':read') && holds(read))",
    replace: 'return holds(write) || holds(read)',
    tests: ['test/contract/permissions.unit.test.ts', 'test/contract/roles.test.ts'],
  },
]

/** Refusals before anything is read. */
const REQUESTS: readonly Fault[] = [
  {
    name: 'a body takes members that it does not know',
    file: 'domain/**/children/schemas.ts',
    find: 'export const Referral = z\n  .strictObject({',
    replace: 'export const Referral = z\n  .object({',
    tests: [DECLARED],
    title: 'is closed in every object',
  },
  {
    name: 'a query takes parameters that it does not know',
    file: 'domain/**/paging.ts',
    find: '  z\n    .strictObject({\n      ...pageQuery<Sort',
    replace: '  z\n    .object({\n      ...pageQuery<Sort',
    tests: [INPUT, DECLARED],
  },
  {
    name: 'a text has no greatest length',
    file: 'domain/**/pets/schemas.ts',
    find: 'name: line(100)',
    replace: 'name: z.string()',
    tests: [DECLARED],
    title: 'is bounded',
  },
  {
    name: 'a member that occurs twice is taken',
    file: 'api/http/json-body.ts',
    find: '  if (members !== countColons(text)) throw duplicateMember(text)\n',
    replace: '',
    tests: [INPUT],
    title: 'a duplicate member',
  },
  {
    name: 'a parameter that occurs twice is taken',
    file: 'api/http/validation.ts',
    find: "    if (Object.hasOwn(query, name))\n      throw invalidInput([{ path: name, code: 'duplicate', message: 'is sent more than once' }])\n",
    replace: '',
    tests: [INPUT],
    title: 'a repeated parameter',
  },
  {
    name: 'NUL reaches the database',
    file: 'api/http/json-body.ts',
    find: "  if (text.includes('\\u0000')) return { code: 'invalid_character', what: 'NUL' }\n",
    replace: '',
    tests: [INPUT],
    title: 'NUL',
  },
  {
    name: 'a body may nest as deep as it likes',
    file: 'api/http/json-body.ts',
    find: 'path.length >= MAX_DEPTH',
    replace: 'path.length >= MAX_DEPTH * 1_000',
    tests: [PIPELINE],
    title: 'too deep',
  },
  {
    name: 'a body may be as large as it likes',
    file: 'api/http/json-body.ts',
    find: '    if (size > MAX_BODY_BYTES) throw tooLarge()\n',
    replace: '',
    tests: [PIPELINE],
    title: 'too large',
  },
  {
    name: 'any content type passes for JSON',
    file: 'api/http/validation.ts',
    find: "rawBody !== '' && !JSON_TYPE.test(",
    replace: "rawBody === '-' && !JSON_TYPE.test(",
    tests: [PIPELINE],
    title: 'other content types',
  },
  {
    name: 'an operation without a body takes one',
    file: 'api/http/validation.ts',
    find: "    if (names.length > 0 || typeof value !== 'object' || value === null) {",
    replace: "    if (unknownCode === 'unknown_parameter' && names.length > 0) {",
    tests: [INPUT],
    title: 'without a body refuses one',
  },
  {
    name: 'If-Match is ignored',
    file: 'api/http/validation.ts',
    find: '  if (version) return Number(version)\n',
    replace: '  if (version) return undefined\n',
    tests: [OF_GOALS],
    title: 'stale If-Match',
  },
  {
    name: 'an operation answers after its sunset',
    file: 'api/http/mount.ts',
    find: 'if (sunset && ctx.platform.clock.now() >= sunset)',
    replace: 'if (sunset && ctx.platform.clock.now() < new Date(0))',
    tests: [PIPELINE],
    title: 'returns version_sunset',
  },
  {
    name: 'a cursor of another tenant is taken',
    file: 'domain/**/paging.ts',
    find: 'JSON.stringify([reader.tenantId, rest])',
    replace: 'JSON.stringify([rest])',
    tests: [OF_GOALS],
    title: 'refuse a cursor',
  },
  {
    name: 'a cursor is not checked',
    file: 'domain/**/paging.ts',
    find: 'if (mac.length !== MAC_BYTES || !isOurs()) {',
    replace: 'if (mac.length !== MAC_BYTES) {',
    tests: [OF_GOALS],
    title: 'invented cursors',
  },
]

/** Effects of a call. */
const RECORDED: readonly Fault[] = [
  {
    name: 'the idempotency key is claimed after the work',
    file: 'api/http/write.ts',
    find: "  if (claim.value) throw new Replay(claim.value)\n  if (run.status === 'rejected') throw run.reason\n",
    replace:
      "  if (run.status === 'rejected') throw run.reason\n  if (claim.value) throw new Replay(claim.value)\n",
    tests: [OF_GOALS],
    title: 'once per Idempotency-Key',
  },
  {
    name: 'a key answers for another request',
    file: 'domain/**/claim-key.ts',
    find: 'if (found.fingerprint !== fingerprint) {',
    replace: "if (found.fingerprint === '') {",
    tests: [OF_GOALS],
    title: 'once per Idempotency-Key',
  },
  {
    name: 'a key of one caller answers to another',
    file: 'prisma/functions/idempotency.sql',
    find: 'k.client_id = client AND',
    replace: "k.client_id <> '' AND",
    tests: ['test/contract/headers.test.ts', 'test/scheduling/appointments/booking.test.ts'],
    title: 'dempoten|key',
  },
  {
    name: 'a replay leaves no audit row',
    file: 'api/http/write.ts',
    find: "  await record(services, ctx, { outcome: 'REPLAYED', httpStatus: response.status })\n",
    replace: '',
    tests: [OF_GOALS],
    title: 'once per Idempotency-Key',
  },
  {
    name: 'a refusal leaves no audit row',
    file: 'api/http/call.ts',
    find: '    await record(services, ctx, {\n      outcome: problem.status >= 500',
    replace:
      '    if (problem.status >= 500) await record(services, ctx, {\n      outcome: problem.status >= 500',
    tests: [PIPELINE],
    title: 'requires a token',
  },
  {
    name: 'a read leaves no audit row',
    file: 'api/http/mount.ts',
    find: "  await record(services, ctx, {\n    outcome: 'ALLOWED',",
    replace: "  if (subject) await record(services, ctx, {\n    outcome: 'ALLOWED',",
    tests: [OF_GOALS],
    title: 'listGoals.*succeeds',
  },
  {
    name: 'the trail does not say whose records were read',
    file: 'api/http/disclosed-children.ts',
    find: 'children.length > 0 && {',
    replace: 'children.length > 1_000 && {',
    tests: [OF_GOALS],
    title: 'getGoal.*succeeds',
  },
  {
    name: 'a write that Prisma gave up half way is committed',
    file: 'domain/**/create-prisma.ts',
    find: "if (statement.text === 'ROLLBACK') return aborted(client)",
    replace: "if (statement.text === 'ROLLBACK') return NOTHING",
    tests: ['test/platform/core/prisma-joins-transaction.test.ts'],
  },
  {
    name: 'a taken slot is queued for',
    file: 'domain/**/prepare-booking.ts',
    find: 'WHERE NOT start.taken)',
    replace: 'WHERE true)',
    tests: ['test/scheduling/appointments/booking.test.ts'],
    title: 'without queueing',
  },
  {
    name: 'an event is not sent',
    file: 'domain/platform/core/records/move-record.ts',
    find: '  await event?.send(tx, { type: subject, id: after.id }, after, before)\n',
    replace: '  void event\n  void subject\n  void before\n',
    tests: [OF_GOALS],
    title: 'completeGoal.*succeeds',
  },
  {
    name: 'a change is not announced',
    file: 'domain/**/transaction.ts',
    find: '    if (RECORDS[subject.type].announced)\n',
    replace: '    if (!RECORDS[subject.type].announced)\n',
    tests: ['test/contract/events.test.ts', OF_PEOPLE],
    title: 'patchChild',
  },
  {
    name: 'an error code is not declared',
    file: 'api/resources/**/goals.ts',
    find: "    example: { status: 'COMPLETED', endedAt: EXAMPLE_INSTANT },\n    errors: TRANSITION_ERRORS,",
    replace:
      "    example: { status: 'COMPLETED', endedAt: EXAMPLE_INSTANT },\n    errors: ['not_found'],",
    tests: ['test/contract/at-once.test.ts'],
    title: 'completeGoal',
  },
  {
    name: 'a version stays as it was',
    file: 'domain/**/record-ref.ts',
    find: 'version: { increment: 1 }',
    replace: 'version: { increment: 0 }',
    tests: [OF_GOALS],
    title: 'patchGoal',
  },
  {
    name: 'a seal does not cover the seal before it',
    file: 'domain/**/entry-hash.ts',
    find: '    seal.entriesHash,\n    seal.previousHash,\n',
    replace: "    seal.entriesHash,\n    '',\n",
    tests: [
      'test/platform/audit/entry-hash.unit.test.ts',
      'test/platform/audit/verify-trail.test.ts',
    ],
  },
]

/** What the database enforces. */
const DATABASE: readonly Fault[] = [
  {
    name: 'a table has no row-level security',
    sql: 'ALTER TABLE goals DISABLE ROW LEVEL SECURITY;',
    tests: [TENANCY],
  },
  {
    name: 'row-level security does not bind the owner',
    sql: 'ALTER TABLE goals NO FORCE ROW LEVEL SECURITY;',
    tests: [TENANCY],
  },
  {
    name: 'a policy lets every tenant read',
    sql: 'CREATE POLICY fault ON session_notes FOR SELECT TO therapy_app USING (true);',
    tests: [TENANCY],
  },
  {
    name: 'a table of children is not restricted to caseloads',
    sql: 'DROP POLICY caseload ON goals;',
    tests: [CASELOAD],
    title: 'every table',
  },
  {
    name: 'a caseload takes in every child',
    sql: 'DROP POLICY caseload ON children;',
    tests: [OF_CHILDREN],
    title: 'outside the caseload',
  },
  {
    name: 'a table is not restricted to locations',
    sql: 'DROP POLICY location ON appointments;',
    tests: [LOCATIONS],
    title: 'every table|getAppointment|listAppointments',
  },
  {
    name: 'a restricted person’s records may change',
    sql: 'DROP TRIGGER restricted_change ON goals;',
    tests: [FROZEN],
    title: 'frozen whole',
  },
  {
    name: 'the audit trail may be changed',
    sql: "DO $$ DECLARE t text; BEGIN FOR t IN SELECT tgname FROM pg_trigger WHERE tgrelid = 'audit_entries'::regclass AND NOT tgisinternal LOOP EXECUTE format('DROP TRIGGER %I ON audit_entries', t); END LOOP; END $$;",
    tests: [TENANCY],
    title: 'change or delete audit entries',
  },
  {
    name: 'the platform’s role may change more columns',
    sql: 'GRANT UPDATE (first_name) ON children TO therapy_system;',
    tests: [TENANCY],
    title: 'change only these columns',
  },
  {
    name: 'a function runs with its owner’s rights',
    sql: 'ALTER FUNCTION therapy.current_tenant() SECURITY DEFINER;',
    tests: [TENANCY],
    title: 'with the rights of their owner',
  },
  {
    name: 'two appointments of a provider may overlap',
    sql: 'ALTER TABLE appointments DROP CONSTRAINT appointments_provider_free;',
    tests: ['test/scheduling/appointments/booking.test.ts'],
  },
  {
    name: 'a search finds people of other centres',
    file: 'prisma/functions/search.sql',
    find: '    FROM public.children c\n    WHERE c.tenant_id = therapy.current_tenant() AND',
    replace: '    FROM public.children c\n    WHERE',
    tests: ['test/people/people.test.ts', OF_CHILDREN],
    title: 'search',
  },
]

/** Identity, and data leaving the platform. */
const IDENTITY: readonly Fault[] = [
  {
    name: 'an expired token is taken',
    file: 'domain/**/access-tokens.ts',
    find: '    if (!this.#hasExpired(known)) return known\n',
    replace: '    if (known) return known\n',
    tests: [
      'test/platform/identity/hostile-tokens.test.ts',
      'test/platform/identity/oauth.test.ts',
    ],
  },
  {
    name: 'a token for somebody else is taken',
    file: 'domain/**/access-tokens.ts',
    find: '        audience: this.options.audience,\n        currentDate',
    replace: '        currentDate',
    tests: [
      'test/platform/identity/hostile-tokens.test.ts',
      'test/platform/identity/oauth.test.ts',
    ],
  },
  {
    name: 'a link may be used twice',
    file: 'domain/**/redeem-link.ts',
    find: 'AND used_at IS NULL AND expires_at > $3 RETURNING id`',
    replace: 'AND expires_at > $3 RETURNING id`',
    tests: ['test/messaging/links', 'test/staff/sign-in.test.ts'],
  },
  {
    name: 'a link is good for ever',
    file: 'domain/**/find-link.ts',
    find: 'expiresAt <= now',
    replace: 'expiresAt < new Date(0)',
    tests: ['test/messaging/links', 'test/staff/sign-in.test.ts'],
  },
  {
    name: 'a reference may name an archived record',
    file: 'domain/**/references.ts',
    find: 'archived_at IS NOT NULL AS archived',
    replace: 'false AS archived',
    tests: ['test/resources/references.test.ts', 'test/resources/archivable.test.ts'],
  },
  {
    name: 'a child with visits ahead may be archived',
    file: 'domain/**/archive-record.ts',
    find: '      await assertUnused(tx, kind.type, ref.id)\n',
    replace: '',
    tests: ['test/resources/archive-in-use.test.ts'],
  },
]

export const FAULTS: readonly Fault[] = [
  ...PERMISSIONS,
  ...REQUESTS,
  ...RECORDED,
  ...DATABASE,
  ...IDENTITY,
]
