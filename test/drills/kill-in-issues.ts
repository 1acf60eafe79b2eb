import { setTimeout as sleep } from 'node:timers/promises'
import { createInvoice } from '#receivables/invoices/create-invoice.ts'
import { createLegalEntity } from '#receivables/legal-entities/create-legal-entity.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { createPayer } from '#receivables/payers/create-payer.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { openCentre, type Centre } from './centre.ts'
import type { Drill } from './drill.ts'
import { Ledger } from './ledger.ts'
import { reconcile, settled } from './oracle.ts'

const INVOICES = 200
const KILLS = 6
/** The interval of kills, so that issues are in progress. */
const BETWEEN_KILLS_MS = [100, 600] as const
const ADDRESS = { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' }

export const killInIssues: Drill = {
  name: 'kill-in-issues',
  what: '200 invoices issued at once over API processes that are killed: every number once, without a gap',
  run: async (run) => {
    const { site, random, count, holds } = run
    const ledger = new Ledger()
    await using centre = await openCentre({ site, ledger, random })
    const { client, ctx, tenantId } = centre
    const ids = await draftInvoices(centre)
    const issues = Promise.all(
      ids.map((id) =>
        client.settle(client.open({ effect: 'invoice.issued' }), {
          path: `/v1/invoices/${id}/issue`,
          body: {},
        }),
      ),
    )
    for (let killed = 1; killed <= KILLS; killed += 1) {
      await sleep(random.between(...BETWEEN_KILLS_MS))
      const api = random.pick(site.apis)
      await api.end('SIGKILL')
      await api.start()
    }
    await issues
    await settled(run, [centre])
    const numbers = await read(
      ctx,
      'invoices:read',
      async ({ db }) =>
        await db.invoice.findMany({
          where: { tenantId, status: 'ISSUED' },
          select: { sequence: true },
          orderBy: { sequence: 'asc' },
        }),
    )
    const found = numbers.map(({ sequence }) => sequence)
    const expected = ids.map((_, index) => index + 1)
    count('kills', KILLS)
    count('invoices', found.length)
    holds('every number is there once, without a gap', String(found) === String(expected), found)
    await reconcile(run, { ledger, centres: [centre] })
  },
}

const draftInvoices = async ({ ctx }: Centre): Promise<string[]> => {
  await createLegalEntity(ctx, {
    numberPrefix: 'DRILL',
    name: 'Drill GmbH',
    address: ADDRESS,
    email: 'billing@drill.example',
    phone: null,
    vatId: 'DE123456789',
    taxNumber: null,
    iban: null,
    eInvoiceAddress: null,
    dunningLevels: [],
  })
  const { id: payerId } = await createPayer(ctx, {
    kind: 'INSURER',
    name: 'Insurance North',
    email: null,
    address: ADDRESS,
    taxId: null,
    eInvoiceAddress: null,
    daysUntilDue: 14,
  })
  const ids: string[] = []
  for (let index = 0; index < INVOICES; index += 1) {
    const lines = [{ description: 'Report', quantity: 1, unitAmount: 4_500 }]
    const order = await createOrder(ctx, { payerId, lines })
    ids.push((await createInvoice(ctx, { orderIds: [order.id] })).id)
  }
  return ids
}
