import type { Connection } from '@temporalio/client'

const CONNECT_TIMEOUT_MS = 5_000

export interface Connected {
  connection: Connection
  namespace: string
}

/** Connects to the environment's Temporal, and closes the connection afterwards. */
export const withTemporal = async <T>(work: (connected: Connected) => Promise<T>): Promise<T> => {
  // Slow to load, so it is imported only by commands that need it.
  const { Connection } = await import('@temporalio/client')
  const { loadClientConnectConfig } = await import('@temporalio/envconfig')
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig()
  const { address = 'localhost:7233' } = connectionOptions
  const connection = await Connection.connect({
    ...connectionOptions,
    connectTimeout: CONNECT_TIMEOUT_MS,
  }).catch((cause: unknown) => {
    throw new Error(
      `Temporal at ${address} does not answer. Check TEMPORAL_ADDRESS and the other variables of its clients`,
      { cause },
    )
  })
  try {
    return await work({ connection, namespace })
  } finally {
    await connection.close()
  }
}
