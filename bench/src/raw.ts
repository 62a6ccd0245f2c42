import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The baseline of a request without work: Node's own server. */
const body = '{"status":"ok"}';
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}).listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());
