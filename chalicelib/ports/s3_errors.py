"""S3's errors told apart by what they prove (store.md, "Commit", step 5): by their `Code`, not the HTTP status.

A HEAD has no body, so its `Code` is the status as text: those are in the tables too.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import botocore.exceptions as aws

from chalicelib.ports.bucket import ConflictError, MisconfiguredError, UnreachableError
from chalicelib.ports.objects import PreconditionFailedError
from chalicelib.texts import Text

_FAILED = frozenset({"PreconditionFailed", "412"})
# OperationAborted: S3's older name for two operations on one resource at a time.
_CONFLICT = frozenset({"ConditionalRequestConflict", "OperationAborted", "409"})
# The last five: a body spoilt on its way, and an upload in parts that somebody else took back.
_UNKNOWN = frozenset(
    {"InternalError", "ServiceUnavailable", "SlowDown", "RequestTimeout", "RequestLimitExceeded", "Throttling"}
    | {"BadDigest", "IncompleteBody", "XAmzContentSHA256Mismatch", "NoSuchUpload", "InvalidPart"}
)
_DENIED = frozenset({"AccessDenied", "AllAccessDisabled", "403"})
_NO_BUCKET = frozenset({"NoSuchBucket"})
_WRONG_REGION = frozenset(
    {"PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException", "301", "307"}
)
# Not of a 4xx status, and yet nothing that passes.
_FOR_GOOD = _WRONG_REGION | {"NotImplemented"}
_CREDENTIALS = frozenset(
    {"InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "TokenRefreshRequired"}
    | {"RequestTimeTooSkewed", "NotSignedUp", "InvalidSecurity", "InvalidClientTokenId"}
)


def code_of(error: aws.ClientError) -> str:
    """The `Code` of the server's answer, empty when it gave none."""
    return str(error.response.get("Error", {}).get("Code", ""))


def status_of(error: aws.ClientError) -> int:
    """The HTTP status of the server's answer."""
    return int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))


@contextmanager
def plain_errors(bucket: str, key: str) -> Iterator[None]:
    """Raise what `ports/bucket.py` names in place of what boto3 raises, about this key of this bucket.

    What is not understood is an UnreachableError: the assumption that never acknowledges or repeats a write wrongly,
    since it is answered by reading the key.
    """
    try:
        yield
    except aws.ClientError as error:
        raise _told_apart(error, bucket, key) from error
    except (aws.NoCredentialsError, aws.PartialCredentialsError, aws.CredentialRetrievalError) as error:
        raise MisconfiguredError("credentials", told("no-credentials", bucket, error=error)) from error
    except aws.ParamValidationError as error:
        if "Invalid bucket name" in str(error):
            raise MisconfiguredError("request", told("no-name", bucket)) from error
        raise MisconfiguredError("request", told("cannot-ask", bucket, error=error)) from error
    except (aws.BotoCoreError, _parser_error()) as error:
        raise UnreachableError(f"{bucket}/{key}: {type(error).__name__}: {error}") from error


def _parser_error() -> type[Exception]:
    """What botocore raises for an answer that is no XML; imported late, since it brings every parser."""
    from botocore.parsers import ResponseParserError

    error: type[Exception] = ResponseParserError
    return error


def _told_apart(error: aws.ClientError, bucket: str, key: str) -> Exception:
    code, status = code_of(error), status_of(error)
    if code in _FAILED:
        return PreconditionFailedError(key)
    if code in _CONFLICT:
        return ConflictError(f"{bucket}/{key}: {error}")
    if code in _UNKNOWN or (code not in _FOR_GOOD and not 400 <= status < 500):
        return UnreachableError(f"{bucket}/{key}: {error}")
    return _misconfigured(code, error, bucket, key)


def _misconfigured(code: str, error: aws.ClientError, bucket: str, key: str) -> MisconfiguredError:
    if code in _DENIED:
        return MisconfiguredError("access-denied", told("access-denied", bucket, what=key or told("key-list", bucket)))
    if code in _NO_BUCKET:
        return MisconfiguredError("no-bucket", told("missing", bucket))
    if code in _WRONG_REGION:
        return MisconfiguredError("request", told("region", bucket))
    if code in _CREDENTIALS:
        return MisconfiguredError("credentials", told("credentials", bucket, error=error))
    return MisconfiguredError("request", told("refuses", bucket, key=key, error=error))


def told(name: str, bucket: str, **values: object) -> Text:
    """The text of a MisconfiguredError about this bucket."""
    return Text(f"store.bucket-{name}", {"bucket": bucket, **values})
