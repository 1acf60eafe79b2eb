import type { OutsideContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { permissionsOf, SCOPES, type Actor } from '#platform/core/access/permissions.ts'
import type { TestApi } from './api.ts'

/** Everything an API key may do. */
export const ALL_PERMISSIONS = permissionsOf(SCOPES)

/** A context of an invented API key of a centre, with every permission by default. */
export const actingIn = (
  { services }: TestApi,
  { tenantId }: { tenantId: string },
  actor: Partial<Actor> = {},
): OutsideContext => ({
  platform: services.platform,
  tenantId,
  action: 'test',
  actor: { kind: 'API_KEY', id: newId('apiKey'), permissions: ALL_PERMISSIONS, ...actor },
})
