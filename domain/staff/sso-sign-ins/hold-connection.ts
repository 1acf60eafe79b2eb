import type { SsoConnection as ConnectionModel } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { UsableConnection } from '../sso-connections/find-sso-connection.ts'
import { loadSsoConnection } from '../sso-connections/queries.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

/**
 * Locks a connection until the transaction ends. Refuses one that was changed or archived during the request,
 * because the response may come from a former provider.
 */
export const holdConnection = async (
  tx: Transaction,
  { id, version }: Pick<UsableConnection, 'id' | 'version'>,
): Promise<ConnectionModel> => {
  await tx.sql(HOLD, [tx.tenantId, id])
  const connection = await loadSsoConnection(tx, id)
  if (connection.archivedAt || connection.version !== version)
    throw refuseSignIn('CONNECTION_CHANGED')
  return connection
}

const HOLD = 'SELECT id FROM sso_connections WHERE tenant_id = $1 AND id = $2 FOR SHARE'
