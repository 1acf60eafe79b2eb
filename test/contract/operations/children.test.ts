import { testOperations } from './test-operations.ts'

testOperations('children')
