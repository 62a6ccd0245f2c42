console.log('The demo has not been written yet.');
