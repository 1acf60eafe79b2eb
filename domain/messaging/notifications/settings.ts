import type { Context } from '#platform/core/context/context.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { assertVersion, recordOf } from '#platform/core/records/record.ts'
import { inTenant, touched } from '#platform/core/records/record-ref.ts'
import { read, transact, type Reader } from '#platform/core/transactions/transaction.ts'
import { ROLES } from '#vocabulary/roles.ts'
import { WORKLIST_KINDS, type WorklistKind } from '../worklist/worklist-kinds.ts'
import { saveChoices } from './save-choices.ts'
import { DEFAULT_DELIVERY, type Delivery } from './rules.ts'
import type { NotificationSettings, PatchNotificationSettings } from './schemas.ts'

/** When the centre's people are told what waits for them. */
export const getNotificationSettings = (ctx: Context): Promise<NotificationSettings> =>
  read(ctx, 'message-settings:read', shown)

export const patchNotificationSettings = (
  ctx: Context,
  { version, patch }: { version: number | undefined; patch: PatchNotificationSettings },
): Promise<NotificationSettings> =>
  transact(ctx, 'message-settings:write', async (tx) => {
    await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
    const before = await shown(tx)
    assertVersion(before, version)
    const { digestTime, roles = [] } = patch
    for (const [index, { role }] of roles.entries())
      await assertRole(tx, `roles.${index}.role`, role)
    await saveChoices(
      tx,
      roles.map(({ role, ...choice }) => ({ chosenFor: role, ...choice })),
    )
    await tx.db.tenant.update({
      where: { id: tx.tenantId },
      data: { ...(digestTime !== undefined && { digestTime }), ...touched(tx) },
    })
    const after = await shown(tx)
    tx.changed({ type: 'tenant', id: tx.tenantId }, before, after)
    return after
  })

const shown = async (reader: Reader): Promise<NotificationSettings> => {
  const { db, tenantId } = reader
  const [tenant, choices] = await Promise.all([
    db.tenant.findFirstOrThrow({ where: { id: tenantId } }),
    // A user's choices are the user's own.
    db.notificationChoice.findMany({
      where: { tenantId, NOT: { chosenFor: { startsWith: 'usr_' } } },
      orderBy: [{ chosenFor: 'asc' }, { kind: 'asc' }],
    }),
  ])
  return {
    digestTime: tenant.digestTime,
    defaults: WORKLIST_KINDS.map((kind) => ({ kind, delivery: DEFAULT_DELIVERY[kind] })),
    roles: choices.map(({ chosenFor: role, kind, delivery }) => ({
      role,
      kind: kind as WorklistKind,
      delivery: delivery as Delivery,
    })),
    ...recordOf(tenant),
  }
}

const assertRole = async (reader: Reader, path: string, role: string): Promise<void> => {
  if (Object.hasOwn(ROLES, role)) return
  const found =
    subjectOf(role)?.type === 'role' &&
    (await reader.db.role.findFirst({ where: { ...inTenant(reader, role), archivedAt: null } }))
  if (!found) throw invalidReference(path, 'role')
}
