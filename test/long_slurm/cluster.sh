#!/usr/bin/env bash
# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

# A Slurm of one node on loopback, all of it in a folder, for as long as standard input is open.
#   unshare -m -p -u -i --fork --mount-proc --kill-child cluster.sh FOLDER
# Says "ready" when the node takes jobs; SLURM_CONF=FOLDER/slurm.conf is how clients of the same network find it.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
folder=$1
mkdir -p "$folder"/{munge,state,spool}
chmod 700 "$folder/munge"

# A name of its own, so that neither the name of the machine nor its address matters.
hostname node
printf '127.0.0.1 localhost node\n' > "$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts

# Slurm looks up addresses only while the machine has one that is not of loopback; nothing is sent to this one.
ip link set lo up
ip address add 192.0.2.1/32 dev lo

head -c 1024 /dev/urandom > "$folder/munge/key"
chmod 600 "$folder/munge/key"

cat > "$folder/slurm.conf" <<CONF
ClusterName=sonda
SlurmctldHost=node(127.0.0.1)
SlurmctldPort=6817
SlurmdPort=6818
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=node NodeAddr=127.0.0.1 CPUs=8
PartitionName=all Nodes=node Default=YES State=UP
CONF
export SLURM_CONF=$folder/slurm.conf

daemons=()
end() {
  local pid
  for pid in "${daemons[@]}"; do
    kill "$pid" 2> /dev/null || true
  done
  wait || true
}
trap end EXIT

# begin NAME WORD...
begin() {
  local name=$1
  shift
  "$@" < /dev/null > "$folder/$name.log" 2>&1 &
  daemons+=($!)
}

# until WHAT COMMAND...
until_true() {
  local what=$1 turn
  shift
  for ((turn = 0; turn != 300; ++turn)); do
    if "$@"; then
      return
    fi
    sleep 0.1
  done
  echo "no $what within 30 s" >&2
  tail -n 20 "$folder"/*.log >&2
  exit 1
}

node_is_idle() { [[ $(sinfo -h -o %T 2> /dev/null) == idle ]]; }

begin munged munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
  --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" --log-file="$folder/munge/log"
until_true munged test -S "$folder/munge/socket"
begin slurmctld slurmctld -D
begin slurmd slurmd -D -N node
until_true node node_is_idle
echo ready
cat > /dev/null
