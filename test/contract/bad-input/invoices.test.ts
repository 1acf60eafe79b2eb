import { testBadInput } from './test-bad-input.ts'

testBadInput('invoices')
