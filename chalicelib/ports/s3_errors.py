"""S3's errors told apart by what they prove (store.md, "Commit", step 5): by their `Code`, not the HTTP status.

A HEAD has no body, so its `Code` is the status as text: those are in the tables too.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import botocore.exceptions as aws

from chalicelib.ports.bucket import ConflictError, MisconfiguredError, UnreachableError
from chalicelib.ports.objects import PreconditionFailedError

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
        raise MisconfiguredError("credentials", f"No usable credentials for the bucket {bucket}: {error}") from error
    except aws.ParamValidationError as error:
        raise MisconfiguredError("request", f"The bucket {bucket} cannot be asked this: {error}") from error
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
        return MisconfiguredError("access-denied", _grant(bucket, key))
    if code in _NO_BUCKET:
        return MisconfiguredError("no-bucket", f"There is no bucket {bucket}: create it, or correct KUNUGI_BUCKET.")
    if code in _WRONG_REGION:
        return MisconfiguredError("request", f"The bucket {bucket} is in another region: set AWS_REGION to its own.")
    if code in _CREDENTIALS:
        return MisconfiguredError("credentials", f"The credentials for the bucket {bucket} are refused: {error}")
    return MisconfiguredError("request", f"The bucket {bucket} refuses what was asked about {key}: {error}")


def _grant(bucket: str, key: str) -> str:
    return (
        f"Access to {key or 'the list of keys'} in the bucket {bucket} is denied. Grant s3:ListBucket on "
        f"arn:aws:s3:::{bucket} (without it S3 answers 403 for a key that does not exist), and s3:GetObject, "
        f"s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on arn:aws:s3:::{bucket}/*; for "
        "kunugi db also s3:GetBucketVersioning and s3:ListBucketVersions on the bucket, and s3:GetObjectVersion on its "
        "objects."
    )
