"""The Queue protocol on an SQS FIFO queue; in Lambda messages come as events, and only their ends go through here."""

import hashlib
from collections.abc import Mapping
from typing import Any

from chalicelib.ports.queue import Message

_MAX_GROUP = 128  # characters, of group and deduplication id (SQS quotas)
_LONGEST_POLL = 20  # seconds (SQS quotas)
_LONGEST_HOLD = 43_200  # seconds (SQS quotas)
# Of a message that somebody else has by now, or that is gone: what is said about it changes nothing.
_LATE = frozenset({"InvalidParameterValue", "ReceiptHandleIsInvalid", "MessageNotInflight"})


def sqs_client(endpoint_url: str | None = None, **account: str) -> Any:
    """A client that tries again by itself: what was sent twice carries the same `once`, so that SQS keeps one."""
    import boto3
    from botocore.config import Config

    config = Config(retries={"total_max_attempts": 4, "mode": "standard"}, connect_timeout=3.0, read_timeout=25.0)
    return boto3.Session(**account).client("sqs", endpoint_url=endpoint_url, config=config)


class SqsQueue:
    """The queue at `url`. `Message.id` is the receipt handle of the delivery."""

    def __init__(self, url: str, *, client: Any = None) -> None:
        self._url = url
        self._client = sqs_client() if client is None else client

    def send(self, group: str, body: str, *, once: str) -> None:
        """Add a message at the tail of its group; one with the same `once` is dropped for five minutes."""
        self._client.send_message(
            QueueUrl=self._url,
            MessageBody=body,
            MessageGroupId=_short(group),
            MessageDeduplicationId=_short(once),
        )

    def receive(self, limit: int = 1, *, wait: float = 0.0) -> list[Message]:
        """Up to `limit` (at most 10) messages, waiting up to `wait` seconds (at most 20, whole) for the first."""
        if limit < 1:
            return []
        answer = self._client.receive_message(
            QueueUrl=self._url,
            MaxNumberOfMessages=min(limit, 10),
            WaitTimeSeconds=min(round(wait), _LONGEST_POLL),
            MessageSystemAttributeNames=["MessageGroupId", "ApproximateReceiveCount"],
        )
        return [
            _message(found["ReceiptHandle"], found["Body"], found["Attributes"]) for found in answer.get("Messages", [])
        ]

    def done(self, message: Message) -> None:
        """The message is worked off. Lambda would remove it, too; so it is also when Lambda dies before it can."""
        self._about(self._client.delete_message, message)

    def postpone(self, message: Message, seconds: float) -> None:
        """Deliver the message again after `seconds` (whole, rounded up), its group waiting meanwhile."""
        whole = min(max(0, int(-(-seconds // 1))), _LONGEST_HOLD)
        self._about(self._client.change_message_visibility, message, VisibilityTimeout=whole)

    def _about(self, call: Any, message: Message, **more: int) -> None:
        from botocore.exceptions import ClientError

        try:
            call(QueueUrl=self._url, ReceiptHandle=message.id, **more)
        except ClientError as error:
            if str(error.response.get("Error", {}).get("Code", "")).rpartition(".")[2] not in _LATE:
                raise


def message_of(record: Mapping[str, Any]) -> Message:
    """The message in a record of an SQS event, as Lambda shapes it."""
    return _message(record["receiptHandle"], record["body"], record["attributes"])


def _message(handle: str, body: str, attributes: Mapping[str, str]) -> Message:
    return Message(handle, attributes["MessageGroupId"], body, int(attributes["ApproximateReceiveCount"]))


def _short(name: str) -> str:
    """Names that SQS takes: not longer than it allows, and of the characters it allows."""
    if len(name) <= _MAX_GROUP and name.isascii() and name.isprintable() and " " not in name:
        return name
    return hashlib.sha256(name.encode()).hexdigest()
