import { testOperations } from './test-operations.ts'

testOperations('early-intervention')
