import pg from 'pg'

/** Milliseconds before a lost connection is reopened. */
const RECONNECT_MS = 500

export interface NotificationOptions {
  /** Connection string for the system role. */
  url: string
  /** Callbacks, keyed by channel. Each is also called without a payload after every connection. */
  channels: Readonly<Record<string, (payload: string) => void>>
  onError?: (error: Error) => void
}

/**
 * Listens to PostgreSQL on its own connection and reconnects while it is open. No work is lost in between,
 * because listeners also sweep.
 */
export const listenForNotifications = (options: NotificationOptions): AsyncDisposable => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const reconnect = (error: Error) => {
    if (closed || timer) return
    options.onError?.(error)
    client?.removeAllListeners().on('error', () => undefined)
    void close(client)
    timer = setTimeout(() => void connect(), RECONNECT_MS)
  }
  const connect = async () => {
    timer = undefined
    const fresh = new pg.Client({ connectionString: options.url, keepAlive: true })
    client = fresh
    fresh.on('error', reconnect)
    fresh.on('end', () => reconnect(new Error('The listening connection has ended')))
    fresh.on('notification', ({ channel, payload = '' }) => options.channels[channel]?.(payload))
    try {
      await fresh.connect()
      for (const channel of Object.keys(options.channels)) await fresh.query(`LISTEN ${channel}`)
      for (const wake of Object.values(options.channels)) wake('')
    } catch (error) {
      reconnect(error as Error)
    }
  }
  void connect()

  return {
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(timer)
      await close(client)
    },
  }
}

/** A connection that is already lost need not be closed. */
const close = async (client: pg.Client | undefined): Promise<void> => {
  await client?.end().catch(() => undefined)
}
