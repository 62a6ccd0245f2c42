#!/bin/sh
# Asks a question and waits for the answer. Exits with 0 only if the answer is "Deploy".
# The same key finds the same question: run the script again after an interruption.
#   sh curl.sh release-2.4.0
set -eu

url=${GATEWAY_URL:-http://localhost:8100}
key=${1:?Give the release as the argument.}

# curl repeats after 429 and 5xx, the loop after a lost connection. 22: the gateway refused the request.
call() {
  until curl --silent --show-error --fail-with-body --max-time 70 --retry 8 -H "X-API-Key: ${GATEWAY_API_KEY:-}" "$@"; do
    [ $? != 22 ] || return 22
    sleep 2
  done
}

created=$(call "$url/v1/prompts/new" -H 'Content-Type: application/json' -H "Idempotency-Key: $key" -d '{
  "channel_id": "'"${GATEWAY_CHANNEL:-approvals}"'",
  "text": "Deploy '"$key"'?",
  "options": ["Deploy", "Not today"],
  "ttl_sec": 3600
}') || { echo "$created" >&2 && exit 3; }
number=$(printf '%s' "$created" | sed 's/.*"prompt_num":\([0-9]*\).*/\1/')
echo "Asked: #$number"

state=pending
while [ "$state" = pending ]; do
  record=$(call "$url/v1/prompts/$number?wait=50")
  state=$(printf '%s' "$record" | sed 's/.*"state":"\([a-z]*\)".*/\1/')
done
case $record in
*'"answer":"Deploy"'*) echo 'Deploying.' ;;
*'"state":"expired"'*) echo 'No one answered.' && exit 2 ;;
*) echo 'Not today.' && exit 1 ;;
esac
