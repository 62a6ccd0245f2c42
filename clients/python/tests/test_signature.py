import base64
import hashlib
import hmac
import time
import unittest

from gateway_client import verify_signature

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = '{"text":"Grüße"}'


def webhook_headers(secret=SECRET, body=BODY, seconds=None, event_id="evt_1"):
    seconds = str(int(time.time()) if seconds is None else seconds)
    key = base64.b64decode(secret[6:] + "==") if secret.startswith("whsec_") else secret.encode()
    digest = hmac.new(key, f"{event_id}.{seconds}.{body}".encode(), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": event_id, "Webhook-Timestamp": seconds, "Webhook-Signature": signature}


def x_headers(secret=SECRET, body=BODY):
    return {"X-Signature": "sha256=" + hmac.new(secret.encode(), body.encode(), hashlib.sha256).hexdigest()}


class VerifySignature(unittest.TestCase):
    def test_known_signature_of_standard_webhooks(self):
        # The example of the Standard Webhooks and Svix documentation, which is from 2021.
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        body = '{"test": 2432232314}'
        self.assertTrue(verify_signature(body, headers, SECRET, tolerance_sec=float("inf")))
        self.assertFalse(verify_signature(body, headers, SECRET))

    def test_accepts_both_signatures_of_text_and_bytes_for_both_forms_of_the_secret(self):
        for secret in (SECRET, "0af9" * 16, "whsec_c2VjcmV0cw"):
            for headers in (webhook_headers(secret), x_headers(secret)):
                self.assertTrue(verify_signature(BODY, headers, secret))
                self.assertTrue(verify_signature(BODY.encode(), headers, secret))

    def test_accepts_one_of_several_signatures_and_secrets(self):
        headers = webhook_headers()
        headers["Webhook-Signature"] = "v1,AAAA v2,x " + headers["Webhook-Signature"]
        self.assertTrue(verify_signature(BODY, headers, ["new", SECRET]))
        self.assertTrue(verify_signature(BODY, x_headers(), ["new", SECRET]))

    def test_refuses_another_body_and_another_secret(self):
        for headers in (webhook_headers(), x_headers()):
            self.assertFalse(verify_signature(BODY + " ", headers, SECRET))
            self.assertFalse(verify_signature(BODY, headers, "whsec_AAAA"))

    def test_refuses_an_old_and_a_future_timestamp(self):
        for seconds in (time.time() - 400, time.time() + 400):
            headers = webhook_headers(seconds=int(seconds))
            self.assertFalse(verify_signature(BODY, headers, SECRET))
            self.assertTrue(verify_signature(BODY, headers, SECRET, tolerance_sec=500))

    def test_an_invalid_webhook_signature_is_not_saved_by_a_valid_x_signature(self):
        headers = {**webhook_headers(), **x_headers(), "Webhook-Signature": "v1,AAAA"}
        self.assertFalse(verify_signature(BODY, headers, SECRET))

    def test_refuses_malformed_headers_without_an_error(self):
        malformed = [
            {},
            {"X-Signature": "sha256=zz"},
            {"X-Signature": "ä"},
            {"Webhook-Signature": "v1,AAAA"},
            {**webhook_headers(), "Webhook-Timestamp": "now"},
            {**webhook_headers(), "Webhook-Timestamp": "nan"},
            {**webhook_headers(), "Webhook-Signature": "v1,ä v1, v1"},
        ]
        for headers in malformed:
            self.assertFalse(verify_signature(BODY, headers, SECRET), headers)

    def test_an_unusable_secret_is_an_error(self):
        for secret in ("", [SECRET, ""], "whsec_ä"):
            with self.assertRaises(ValueError):
                verify_signature(BODY, webhook_headers(), secret)


if __name__ == "__main__":
    unittest.main()
