import { z } from 'zod'
import { line } from '../records/record.ts'

export const email = () => z.email({ error: 'must be an e-mail address' }).max(254)

/** The domain of an e-mail address, in lower case. */
export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

export const phone = () => line(40).meta({ example: '+49 30 1234567' })
