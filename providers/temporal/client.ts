import {
  Client,
  Connection,
  type ConnectionOptions,
  type WorkflowClientInterceptor,
} from '@temporalio/client'
import type { NativeConnectionOptions } from '@temporalio/worker'
import { encryptedDataConverter } from './data-converter.ts'

/** The connection to Temporal, as read by `@temporalio/envconfig`: address, TLS, API key, namespace. */
export interface TemporalConfig {
  connection: NativeConnectionOptions
  namespace: string
}

export interface TemporalClientOptions extends TemporalConfig {
  /** The payload codec's keys: `platform.cipher.keys`. */
  keys: ReadonlyMap<string, Buffer>
  /** Called for what the client starts and signals; where tracing is on. */
  interceptors?: WorkflowClientInterceptor[] | undefined
}

export interface TemporalClient extends AsyncDisposable {
  client: Client
  connection: Connection
}

/** A client that connects on first use, and again after every outage. */
export const createTemporalClient = ({
  connection: options,
  namespace,
  keys,
  interceptors = [],
}: TemporalClientOptions): TemporalClient => {
  const connection = Connection.lazy(clientOptions(options))
  const client = new Client({
    connection,
    namespace,
    dataConverter: encryptedDataConverter(keys),
    interceptors: { workflow: interceptors },
  })
  return { client, connection, [Symbol.asyncDispose]: () => connection.close() }
}

/** Both kinds of connection accept the members that envconfig fills; their types differ elsewhere. */
const clientOptions = ({ address, tls, apiKey, metadata }: NativeConnectionOptions) =>
  ({
    ...(address && { address }),
    ...(tls !== undefined && tls !== null && { tls }),
    ...(apiKey && { apiKey }),
    ...(metadata && { metadata }),
  }) as ConnectionOptions
