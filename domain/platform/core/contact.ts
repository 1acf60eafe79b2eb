import { z } from 'zod'
import { line } from './record.ts'

export const email = () => z.email({ error: 'must be an e-mail address' }).max(254)

export const phone = () => line(40).meta({ example: '+49 30 1234567' })
