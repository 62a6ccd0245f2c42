console.log('The bench has not been written yet.');
