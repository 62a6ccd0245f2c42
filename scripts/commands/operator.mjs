process.argv.splice(2, 0, 'operator');
await import('./gateway-server.mjs');
