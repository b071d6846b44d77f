module etcdload

go 1.25
