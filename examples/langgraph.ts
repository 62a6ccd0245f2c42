// A graph that interrupts itself with a question. People answer it, and the graph continues.
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { Gateway } from '@gateway/client';
import { answerInterrupts } from '@gateway/client/langchain';

const gateway = new Gateway({
  url: process.env['GATEWAY_URL'] ?? 'http://localhost:8100',
  apiKey: process.env['GATEWAY_API_KEY'],
  channel: process.env['GATEWAY_CHANNEL'] ?? 'approvals',
});

const State = Annotation.Root({ region: Annotation<string>, result: Annotation<string> });
const graph = new StateGraph(State)
  .addNode('ask', () => ({ region: interrupt<object, string>({ text: 'Which region?', options: ['eu', 'us'] }) }))
  .addNode('deploy', ({ region }) => ({ result: `Deployed to ${region}` }))
  .addEdge(START, 'ask')
  .addEdge('ask', 'deploy')
  .addEdge('deploy', END)
  // A checkpointer in a database lets the graph survive a restart; `runId` then finds its question again.
  .compile({ checkpointer: new MemorySaver() });

const runId = 'deployment-7';
const config = { configurable: { thread_id: runId } };
let state = await graph.invoke({}, config);
for (let resume; (resume = await answerInterrupts(gateway, state, { runId }));)
  state = await graph.invoke(new Command({ resume }), config);
console.log(state.result);
