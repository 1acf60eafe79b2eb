export {
  runParser,
  type Parsed,
  type Parser,
  type ParserFailure,
  type ParserLimits,
  type RunParser,
} from './run-parser.ts'
