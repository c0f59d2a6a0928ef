export {
  type Agent,
  type AgentContext,
  type AgentOutput,
  type Asset,
  allAudiences,
  type Note,
  type SelectedElement,
  type Turn,
} from '../../builtin-agent/agent.ts'

/** Why a run failed, as a sentence for the user; `details` are for the operator's log. */
export class AgentFailure extends Error {
  readonly details: object | undefined

  constructor(message: string, details?: object) {
    super(message)
    this.details = details
  }
}
