"""The contract of the Objects protocol, as `tests/local/test_objects.py` has it for the folder, on both S3 servers."""

import pytest

from chalicelib.ports.objects import Objects
from chalicelib.ports.s3_bucket import S3Bucket
from tests.cloud.servers import Server
from tests.local import test_objects as contract

test_what_was_put_is_got = contract.test_what_was_put_is_got
test_delete = contract.test_delete
test_only_if_new = contract.test_only_if_new
test_if_match = contract.test_if_match
test_bad_keys = contract.test_bad_keys
test_bad_prefixes_find_nothing = contract.test_bad_prefixes_find_nothing
test_of_many_writers_with_one_condition_one_succeeds = contract.test_of_many_writers_with_one_condition_one_succeeds
test_a_reader_sees_the_old_or_the_new = contract.test_a_reader_sees_the_old_or_the_new


@pytest.fixture
def objects(bucket: S3Bucket) -> Objects:
    return bucket


def test_keys_in_byte_order(server: Server, objects: Objects) -> None:
    if server.name == "seaweed":
        pytest.skip("SeaweedFS lists folder by folder: 'a/b' before 'a-b'; see test_bucket.py for what becomes of that")
    contract.test_keys_in_byte_order(objects)
